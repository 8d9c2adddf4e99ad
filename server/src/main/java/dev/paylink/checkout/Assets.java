package dev.paylink.checkout;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The files beside the pages. Their folder is named by a hash over all of them, so a browser may
 * keep them for good, and they may name each other without knowing it.
 */
final class Assets {
  static final String MODULE = "paylink.js";

  private static final Map<String, String> TYPES =
      Map.of(
          MODULE,
          "text/javascript; charset=utf-8",
          "pay.js",
          "text/javascript; charset=utf-8",
          "pay.css",
          "text/css; charset=utf-8",
          "guilloche.svg",
          "image/svg+xml",
          "icon.svg",
          "image/svg+xml",
          "figtree.woff2",
          "font/woff2");
  private static final String FOR_GOOD = "public, max-age=31536000, immutable";
  private static final String FOR_A_WHILE = "public, max-age=300";
  private static final int HASH_BYTES = 8;

  private final Map<String, Asset> assets = new TreeMap<>();
  private final String hash;

  Assets() {
    TYPES.forEach((name, type) -> assets.put(name, Asset.load(name, type)));
    MessageDigest digest = sha256();
    assets.forEach(
        (name, asset) -> {
          digest.update(name.getBytes(StandardCharsets.UTF_8));
          digest.update(asset.plain);
        });
    this.hash = HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
  }

  /** Where a page finds the file of that name. */
  String url(String name) {
    Objects.requireNonNull(assets.get(name), name);
    return "/assets/" + hash + '/' + name;
  }

  List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    assets.forEach(
        (name, asset) ->
            routes.add(Route.get("/assets/:hash/" + name, request -> byHash(request, asset))));
    Asset module = Objects.requireNonNull(assets.get(MODULE));
    routes.add(Route.get("/assets/" + MODULE, request -> module.answer(request, FOR_A_WHILE)));
    return routes;
  }

  /** A page of another version still gets a file that works, but none to keep under that name. */
  private Answer byHash(Request request, Asset asset) {
    boolean present = request.parameter("hash").equals(hash);
    return asset.answer(request, present ? FOR_GOOD : "no-cache");
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A file, and the same compressed when that makes it smaller. */
  private record Asset(String type, byte[] plain, byte @Nullable [] gzip) {
    static Asset load(String name, String type) {
      try (InputStream in = Objects.requireNonNull(Assets.class.getResourceAsStream(name), name)) {
        byte[] plain = in.readAllBytes();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
          out.write(plain);
        }
        return new Asset(type, plain, packed.size() < plain.length ? packed.toByteArray() : null);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + name, e);
      }
    }

    /** Any site may load it: the module is made for merchants' pages, the rest is no secret. */
    Answer answer(Request request, String caching) {
      boolean compressed = gzip != null && accepts(request.header(Headers.ACCEPT_ENCODING));
      Answer answer =
          Answer.okAs(type, compressed ? Objects.requireNonNull(gzip) : plain)
              .with(Headers.CACHE_CONTROL, caching)
              .with(Headers.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
      if (gzip != null) {
        answer.with(Headers.VARY, "Accept-Encoding");
      }
      return compressed ? answer.with(Headers.CONTENT_ENCODING, "gzip") : answer;
    }

    private static boolean accepts(@Nullable String encodings) {
      return encodings != null
          && encodings
              .toLowerCase(Locale.ROOT)
              .matches("(.*,)?\\s*gzip\\s*(;\\s*q\\s*=\\s*(1|0?\\.0*[1-9]).*)?(,.*)?");
    }
  }
}
