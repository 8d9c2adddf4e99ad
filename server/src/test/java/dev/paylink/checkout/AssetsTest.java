package dev.paylink.checkout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.web.Assets;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AssetsTest extends PageTest {
  private static final Assets ASSETS = new Assets("/assets", Checkout.class, Checkout.FILES);
  private static final int SCRIPT_BUDGET = 12 * 1024;

  @ParameterizedTest
  @CsvSource({
    "pay.css, text/css; charset=utf-8",
    "pay.js, text/javascript; charset=utf-8",
    "paylink.js, text/javascript; charset=utf-8",
    "wallet.js, text/javascript; charset=utf-8",
    "guilloche.svg, image/svg+xml",
    "icon.svg, image/svg+xml",
    "figtree.woff2, font/woff2",
  })
  void a_file_under_its_hash_is_kept_for_good(String name, String type) throws Exception {
    HttpResponse<byte[]> reply = get(ASSETS.url(name), "identity");
    assertThat(header(reply, "Content-Type")).isEqualTo(type);
    assertThat(header(reply, "Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
    assertThat(header(reply, "Content-Encoding")).isEmpty();
    service.browser().get(ASSETS.url(name)).expect(200);
  }

  @Test
  void a_page_of_another_version_still_gets_its_files_but_keeps_none() throws Exception {
    HttpResponse<byte[]> reply = get("/assets/0000000000000000/pay.css", "identity");
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(header(reply, "Cache-Control")).isEqualTo("no-cache");
    assertThat(get("/assets/0000000000000000/none.css", "identity").statusCode()).isEqualTo(404);
  }

  @Test
  void the_module_for_merchants_has_a_name_that_stays_and_any_site_may_load_it() throws Exception {
    HttpResponse<byte[]> reply = get("/assets/paylink.js", "identity");
    assertThat(header(reply, "Cache-Control")).isEqualTo("public, max-age=300");
    assertThat(header(reply, "Access-Control-Allow-Origin")).isEqualTo("*");
    assertThat(reply.body()).isEqualTo(get(ASSETS.url("paylink.js"), "identity").body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "br, gzip", "deflate, GZIP;q=0.5, br", "gzip;q=1.0"})
  void it_is_compressed_for_whoever_takes_that(String accepted) throws Exception {
    HttpResponse<byte[]> reply = get(ASSETS.url("pay.css"), accepted);
    assertThat(header(reply, "Content-Encoding")).isEqualTo("gzip");
    assertThat(header(reply, "Vary")).isEqualTo("Accept-Encoding");
    byte[] plain = new GZIPInputStream(new ByteArrayInputStream(reply.body())).readAllBytes();
    assertThat(plain).isEqualTo(get(ASSETS.url("pay.css"), "identity").body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "gzip;q=0", "gzip;q=0.000", "xgzip", "identity"})
  void it_is_plain_for_whoever_does_not(String accepted) throws Exception {
    HttpResponse<byte[]> reply = get(ASSETS.url("pay.css"), accepted);
    assertThat(header(reply, "Content-Encoding")).isEmpty();
    assertThat(header(reply, "Vary")).isEqualTo("Accept-Encoding");
  }

  @Test
  void the_scripts_keep_to_their_budget() throws Exception {
    int compressed = 0;
    for (String script : Checkout.SCRIPTS) {
      compressed += get(ASSETS.url(script), "gzip").body().length;
    }
    assertThat(compressed).isLessThan(SCRIPT_BUDGET);
  }

  @Test
  void comments_stay_at_home_and_code_does_not() throws Exception {
    String source = new String(get(ASSETS.url("wallet-pay.js"), "gzip;q=0").body(), UTF_8);
    assertThat(source)
        .startsWith("import {")
        .contains("export async function pay(", "'eth_sendTransaction'")
        .doesNotContain("/**", " // ");
  }

  static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(plain);
    }
    return packed.toByteArray();
  }

  private static HttpResponse<byte[]> get(String path, String accepted) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(service.baseUrl().resolve(path))
              .header("Accept-Encoding", accepted)
              .build(),
          BodyHandlers.ofByteArray());
    }
  }

  private static String header(HttpResponse<byte[]> reply, String name) {
    return reply.headers().firstValue(name).orElse("");
  }
}
