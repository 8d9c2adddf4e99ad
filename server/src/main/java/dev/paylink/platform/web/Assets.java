package dev.paylink.platform.web;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Static files of the pages: styles, scripts, images. Their folder is named by a hash over all of
 * them, so a browser may cache them for good, and they may refer to each other without knowing the
 * hash.
 */
public final class Assets {
  /** Content types by file extension. */
  private static final Map<String, String> TYPES =
      Map.of(
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "woff2", "font/woff2");

  /** The files that every kind of page has in addition to its own. */
  private static final List<String> SHARED = List.of("figtree.woff2", "icon.svg");

  /** The additional files of pages for signed-in people. */
  private static final List<String> PANEL = List.of("panel.css", "panel.js");

  private static final String FOR_GOOD = "public, max-age=31536000, immutable";
  private static final String FOR_A_WHILE = "public, max-age=300";
  private static final int HASH_BYTES = 8;
  private static final Pattern COMMENTS =
      Pattern.compile(
          "^[ \\t]*(?:/\\*\\*.*?\\*/|//[^\\n]*)\\n", Pattern.MULTILINE | Pattern.DOTALL);

  private final Map<String, StaticText> assets = new TreeMap<>();
  private final String folder;
  private final String hash;

  /** Serves the files next to that class below a path such as {@code /assets}. */
  public Assets(String folder, Class<?> home, List<String> names) {
    this(folder, Map.of(home, names), SHARED);
  }

  private Assets(String folder, Map<Class<?>, List<String>> files, List<String> shared) {
    this.folder = folder;
    files.forEach((home, names) -> names.forEach(name -> assets.put(name, load(home, name))));
    shared.forEach(name -> assets.put(name, load(Assets.class, name)));
    MessageDigest digest = sha256();
    assets.forEach(
        (name, asset) -> {
          digest.update(name.getBytes(StandardCharsets.UTF_8));
          digest.update(asset.plain());
        });
    this.hash = HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
  }

  /** Serves files as the constructor does, for pages laid out by {@link Panel}. */
  public static Assets forPanel(String folder, Class<?> home, List<String> names) {
    return forPanel(folder, Map.of(home, names));
  }

  /** Serves the files next to several classes, for pages laid out by {@link Panel}. */
  public static Assets forPanel(String folder, Map<Class<?>, List<String>> files) {
    List<String> shared = new ArrayList<>(SHARED);
    shared.addAll(PANEL);
    return new Assets(folder, files, shared);
  }

  /** Returns the address of the file with that name. */
  public String url(String name) {
    Objects.requireNonNull(assets.get(name), name);
    return folder + '/' + hash + '/' + name;
  }

  public List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    assets.forEach(
        (name, asset) ->
            routes.add(Route.get(folder + "/:hash/" + name, request -> byHash(request, asset))));
    return routes;
  }

  /** Returns a route for a file under a stable name, for pages that are not ours. */
  public Route published(String name) {
    StaticText asset = Objects.requireNonNull(assets.get(name), name);
    return Route.get(folder + '/' + name, request -> answer(request, asset, FOR_A_WHILE));
  }

  /**
   * Answers by hash. A page of another version still gets a working file, but must not cache it
   * under that name.
   */
  private Answer byHash(Request request, StaticText asset) {
    boolean present = request.parameter("hash").equals(hash);
    return answer(request, asset, present ? FOR_GOOD : "no-cache");
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static StaticText load(Class<?> home, String name) {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    try (InputStream in = Objects.requireNonNull(home.getResourceAsStream(name), name)) {
      byte[] bytes = in.readAllBytes();
      return StaticText.of(
          Objects.requireNonNull(type, name), name.endsWith(".js") ? lean(bytes) : bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }

  /**
   * Removes comments that are on their own lines: readers of the source have them here, and
   * visitors should not wait for them.
   */
  private static byte[] lean(byte[] script) {
    String text = new String(script, StandardCharsets.UTF_8);
    return COMMENTS.matcher(text).replaceAll("").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the file. Any site may load it: the module is made for merchants' pages, the rest is no
   * secret.
   */
  private static Answer answer(Request request, StaticText asset, String caching) {
    return asset
        .answer(request)
        .with(Headers.CACHE_CONTROL, caching)
        .with(Headers.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
  }
}
