package dev.paylink.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The API documentation as a running service serves it. */
final class DocsPageTest extends DashboardTest {
  private static final String COLLECTION = "/docs/paylink.postman_collection.json";

  /** As much of Postman as a script sees: variables, the request, and the library for hashes. */
  private static final String POSTMAN =
      """
      const { createHash, createHmac, randomUUID } = require('node:crypto');
      const { COLLECTION, PAYLINK_API_KEY, PAYLINK_SECRET_KEY } = process.env;
      (async () => {
        const collection = await (await fetch(COLLECTION)).json();
        const { request } = collection.item.flatMap((folder) => folder.item)
          .find((item) => item.name === 'Create a payment');
        const values = Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]));
        Object.assign(values, { apiKey: PAYLINK_API_KEY, secretKey: PAYLINK_SECRET_KEY });
        const replaceIn = (text) => text.replace(/{{(.*?)}}/g,
          (all, name) => name === '$guid' ? randomUUID() : values[name]);
        const headers = new Map(request.header.map(({ key, value }) => [key, value]));
        const pm = {
          variables: { replaceIn },
          request: {
            method: request.method,
            body: request.body,
            url: { getPathWithQuery: () => '/' + request.url.path.join('/') },
            headers: {
              has: (name) => headers.has(name),
              get: (name) => headers.get(name),
              upsert: ({ key, value }) => headers.set(key, value),
            },
          },
        };
        const crypto = {
          SHA256: (text) => createHash('sha256').update(text).digest('hex'),
          HmacSHA256: (text, key) => createHmac('sha256', key).update(text).digest('hex'),
        };
        new Function('pm', 'require', collection.event[0].script.exec.join('\\n'))(pm, () => crypto);
        const sent = [...headers].map(([name, value]) => [name, replaceIn(value)]);
        const answer = await fetch(replaceIn(request.url.raw),
          { method: request.method, headers: sent, body: request.body.raw });
        console.log(answer.status, await answer.text());
      })();
      """;

  private static final String BRUNO = "/docs/paylink.bruno.zip";

  /** As much of Bruno as a script sees: its files, variables, and the library for hashes. */
  private static final String RUN_BRUNO =
      """
      const { createHash, createHmac, randomUUID } = require('node:crypto');
      const { readFileSync } = require('node:fs');
      const [folder, ...ids] = process.argv.slice(1);
      const file = (name) => readFileSync(`${folder}/paylink/${name}.bru`, 'utf8');
      const block = (text, name) => (text.match(new RegExp(`^${name} {\\n((?:  .*\\n)*)}`, 'm'))?.[1] ?? '')
        .replace(/^  /gm, '').replace(/\\n$/, '');
      const pairs = (text, name) => block(text, name).split('\\n').filter(Boolean)
        .map((line) => line.split(/: (.*)/)).map(([key, value]) => ({ name: key, value }));
      const values = Object.fromEntries(pairs(file('environments/This service'), 'vars')
        .map(({ name, value }) => [name, value]));
      values.apiKey = process.env.PAYLINK_API_KEY;
      values.secretKey = process.env.PAYLINK_SECRET_KEY;
      const interpolate = (text) => text.replace(/{{(.*?)}}/g,
        (all, name) => name === '$guid' ? randomUUID() : values[name]);
      const crypto = {
        SHA256: (text) => createHash('sha256').update(text).digest('hex'),
        HmacSHA256: (text, key) => createHmac('sha256', key).update(text).digest('hex'),
      };
      const script = new Function('req', 'bru', 'require', block(file('collection'), 'script:pre-request'));
      async function run(name, id) {
        const text = file(name);
        const method = text.match(/^(get|post) {/m)[1];
        const url = pairs(text, method).find((pair) => pair.name === 'url').value;
        const path = pairs(text, 'params:path').map((pair) => ({ ...pair, value: id }));
        const headers = new Map(pairs(text, 'headers').map((pair) => [pair.name, pair.value]));
        let body = block(text, 'body:json') || undefined;
        const req = {
          getUrl: () => url,
          getMethod: () => method.toUpperCase(),
          getPathParams: () => path,
          getBody: () => body,
          setBody: (data) => { body = data; },
          getHeader: (header) => headers.get(header),
          setHeader: (header, value) => headers.set(header, value),
        };
        script(req, { interpolate }, () => crypto);
        const address = path.reduce((all, pair) => all.replace(`:${pair.name}`, pair.value), interpolate(url));
        const sent = [...headers].map(([header, value]) => [header, interpolate(value)]);
        const answer = await fetch(address, { method, headers: sent, body });
        const said = await answer.text();
        console.log(answer.status, said);
        return JSON.parse(said);
      }
      (async () => {
        const { paymentId } = await run('Payments/Create a payment');
        await run('Payments/Cancel a payment', paymentId);
      })();
      """;

  private static Reply page;

  @BeforeAll
  static void open() {
    page = service.browser().get("/docs/api/payments").expect(200);
  }

  @Test
  void the_page_may_load_only_our_files_and_has_nothing_inline() {
    assertThat(page.header("Content-Security-Policy"))
        .contains("default-src 'none'", "script-src 'self'", "style-src 'self'")
        .doesNotContain("unsafe")
        .doesNotContain("http");
    assertThat(page.body())
        .doesNotContain("<style", " style=\"", "javascript:")
        .doesNotContainPattern("<script(?! type=\"module\" src=\"/docs/assets/)")
        .doesNotContainPattern("<[^>]* on[a-z]+=");
  }

  @Test
  void every_file_of_the_page_is_there() {
    List<String> files =
        found("(?:src|href)=\"(/docs/assets/[^\"]+)\"").stream().distinct().toList();
    assertThat(files).anyMatch(file -> file.endsWith("/icon.svg"));
    assertThat(files).anyMatch(file -> file.endsWith("/docs.css"));
    files.forEach(file -> service.browser().get(file).expect(200));
  }

  @Test
  void type_of_every_problem_leads_to_a_page_about_it() {
    Reply refused = service.browser().get("/sdk/server/payments");
    refused.expectProblem(401, "INVALID_API_KEY");
    assertThat(refused.text("type")).isEqualTo(service.baseUrl() + "/docs/errors/INVALID_API_KEY");
    assertThat(service.browser().get("/docs/errors/INVALID_API_KEY").expect(200).body())
        .contains("INVALID_API_KEY", "GET /sdk/server/payments", "/docs/api/payments#");
    Reply internal = new Browser(service.internalUrl()).get("/admin/merchants").expect(401);
    assertThat(internal.text("type"))
        .isEqualTo(service.baseUrl() + "/docs/errors/INVALID_ADMIN_TOKEN");
    JsonNode contract = service.browser().get("/openapi.json").expect(200).json();
    List<String> codes =
        contract.findValues("code").stream()
            .flatMap(code -> code.findValues("const").stream())
            .map(JsonNode::asString)
            .distinct()
            .toList();
    assertThat(codes).hasSizeGreaterThan(30);
    for (String code : codes) {
      assertThat(service.browser().get("/docs/errors/" + code).expect(200).body())
          .contains(code, "What to do");
    }
    service.browser().get("/docs/errors/NO_SUCH_CODE").expectProblem(404, "NOT_FOUND");
    service.browser().get("/docs/errors/%3Cscript%3E").expectProblem(404, "NOT_FOUND");
  }

  @Test
  void errors_lead_to_the_catalogue() {
    Reply moved = service.browser().get("/docs/errors").expect(301);
    assertThat(moved.header("Location")).isEqualTo("/docs/integrate/error-codes");
    assertThat(service.browser().get(moved.header("Location")).expect(200).body())
        .contains("href=\"/docs/errors/IDEMPOTENCY_KEY_REUSED\"><code>");
    assertThat(service.browser().get("/docs/errors/REFUND_ADDRESS_REQUIRED").expect(200).body())
        .contains("href=\"/docs/integrate/refunds#when-the-customer-names-the-address\"");
  }

  @Test
  void pages_and_texts_are_sent_compressed_to_those_who_take_it() throws Exception {
    for (String path :
        List.of(
            "/docs",
            "/docs/integrate/webhooks",
            "/docs/api/payments",
            "/openapi.json",
            "/llms-full.txt")) {
      Reply plain = service.browser().get(path).expect(200);
      assertThat(plain.header("Content-Encoding")).as(path).isEmpty();
      assertThat(plain.header("Vary")).isEqualTo("Accept-Encoding");
      HttpResponse<byte[]> packed =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(service.baseUrl().resolve(path))
                      .header("Accept-Encoding", "gzip")
                      .build(),
                  HttpResponse.BodyHandlers.ofByteArray());
      assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
      assertThat(packed.body().length).as(path).isLessThan(plain.body().length() / 2);
      byte[] unpacked = new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes();
      assertThat(new String(unpacked, StandardCharsets.UTF_8)).isEqualTo(plain.body());
    }
  }

  @Test
  void guides_are_pages_and_markdown_and_unknown_ones_do_not_exist() {
    assertThat(service.browser().get("/docs/integrate/webhooks").expect(200).body())
        .contains("<h2 id=\"the-feed\">");
    assertThat(service.browser().get("/docs/integrate/webhooks.md").expect(200).body())
        .startsWith("# ");
    for (String path :
        List.of(
            "/docs/guides/nothing",
            "/docs/integrate/nothing",
            "/docs/nothing/webhooks",
            "/docs/api/nothing",
            "/docs/guides/..%2fx")) {
      service.browser().get(path).expectProblem(404, "NOT_FOUND");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "quickstart,         /docs/integrate/quickstart",
    "webhooks.md,        /docs/integrate/webhooks.md",
    "php,                /docs/integrate/php",
    "dashboard,          /docs/dashboard/tour",
    "dashboard-payments, /docs/dashboard/payments",
    "operations,         /docs",
    "chain,              /docs/operate/chains",
    "bench,              /docs/code/bench",
  })
  void former_addresses_lead_to_the_present_ones(String former, String present) {
    Reply moved = service.browser().get("/docs/guides/" + former).expect(301);
    assertThat(moved.header("Location")).isEqualTo(present);
    service.browser().get(present).expect(200);
  }

  @Test
  void first_page_of_the_service_leads_on() {
    assertThat(service.browser().get("/").expect(200).body())
        .contains("href=\"/dashboard\"", "href=\"/docs\"", "payment link");
  }

  @Test
  void dashboard_and_documentation_lead_to_each_other() {
    assertThat(page.body()).contains("href=\"/dashboard\"");
    assertThat(owner().get("/dashboard").expect(200).body()).contains("href=\"/docs\"");
  }

  @Test
  void the_sample_of_a_create_can_be_pasted() throws Exception {
    String answer = run(sample("createPayment"));
    assertThat(answer).contains("\"amount\":\"125.50\"", "\"status\":\"created\"");
  }

  @Test
  void the_sample_of_a_cancel_is_signed_right_without_a_body() throws Exception {
    String create = run(sample("createPayment"));
    String id = JsonMapper.shared().readTree(create).path("paymentId").asString();
    String answer = run(sample("cancelPayment").replaceAll("pay_\\w{26}", id));
    assertThat(answer).contains("\"failureReason\":\"canceled\"");
  }

  @Test
  void collection_has_every_call() {
    Set<String> calls = new TreeSet<>();
    for (JsonNode folder : service.browser().get(COLLECTION).expect(200).json().path("item")) {
      for (JsonNode item : folder.path("item")) {
        String path =
            String.join(
                "/",
                item.path("request")
                    .path("url")
                    .path("path")
                    .valueStream()
                    .map(JsonNode::asString)
                    .toList());
        calls.add(unnamed(item.path("request").path("method").asString() + " /" + path));
      }
    }
    List<String> routes =
        Stream.concat(service.publicRoutes().stream(), service.internalRoutes().stream())
            .filter(
                route ->
                    route
                        .template()
                        .matches("/(sdk|merchant|sandbox|internal|admin(?!/(desk|assets)))/.*"))
            .filter(route -> Set.of("GET", "POST", "PUT", "DELETE").contains(route.method()))
            .map(route -> unnamed(route.method() + ' ' + route.template()))
            .toList();
    assertThat(routes).hasSizeGreaterThan(60);
    assertThat(calls).containsAll(routes);
  }

  @Test
  void script_of_the_collection_signs_a_create_that_the_service_accepts() throws Exception {
    ProcessBuilder node = new ProcessBuilder("node", "--input-type=commonjs", "-e", POSTMAN);
    node.environment().put("COLLECTION", service.baseUrl() + COLLECTION);
    assertThat(run(node.redirectErrorStream(true)))
        .startsWith("200 ")
        .contains("\"status\":\"created\"");
  }

  @Test
  void bruno_has_the_same_calls_as_postman(@TempDir Path folder) throws Exception {
    unpack(folder);
    Set<String> bruno = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder.resolve("paylink"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".bru")).toList()) {
        Matcher call =
            Pattern.compile("(?m)^(get|post|put|patch|delete|options) \\{\n  url: (.*)$")
                .matcher(Files.readString(file));
        if (call.find()) {
          bruno.add(call.group(1).toUpperCase(Locale.ROOT) + ' ' + call.group(2));
        }
      }
    }
    Set<String> postman = new TreeSet<>();
    for (JsonNode tag : service.browser().get(COLLECTION).expect(200).json().path("item")) {
      for (JsonNode item : tag.path("item")) {
        postman.add(
            item.at("/request/method").asString() + ' ' + item.at("/request/url/raw").asString());
      }
    }
    assertThat(bruno).hasSizeGreaterThan(60).isEqualTo(postman);
    assertThat(Files.readString(folder.resolve("paylink/environments/This service.bru")))
        .contains("baseUrl: " + service.baseUrl(), "  secretKey");
    assertThat(bytes(BRUNO)).isEqualTo(bytes(BRUNO));
  }

  @Test
  void script_of_bruno_signs_calls_that_the_service_accepts(@TempDir Path folder) throws Exception {
    unpack(folder);
    ProcessBuilder node =
        new ProcessBuilder("node", "--input-type=commonjs", "-e", RUN_BRUNO, folder.toString());
    String said = run(node.redirectErrorStream(true));
    assertThat(said.lines()).hasSize(2).allMatch(line -> line.startsWith("200 "));
    assertThat(said).contains("\"status\":\"created\"", "\"failureReason\":\"canceled\"");
  }

  private static void unpack(Path folder) throws Exception {
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes(BRUNO)))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = folder.resolve(entry.getName()).normalize();
        assertThat(file).startsWithRaw(folder);
        Files.createDirectories(file.getParent());
        Files.write(file, zip.readAllBytes());
      }
    }
  }

  private static byte[] bytes(String path) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(service.baseUrl().resolve(path)).build(),
            HttpResponse.BodyHandlers.ofByteArray())
        .body();
  }

  private static String unnamed(String call) {
    return call.replaceAll(":\\w+", ":");
  }

  private static String sample(String operation) {
    return found("<code id=\"" + operation + "-request\">(.*?)</code>")
        .getFirst()
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
  }

  private static List<String> found(String pattern) {
    return Pattern.compile(pattern, Pattern.DOTALL)
        .matcher(page.body())
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static String run(String script) throws IOException, InterruptedException {
    return run(
        new ProcessBuilder("sh", "-c", script).redirectError(ProcessBuilder.Redirect.DISCARD));
  }

  /** What a program says that calls the service with the ready merchant's key. */
  private static String run(ProcessBuilder program) throws IOException, InterruptedException {
    program.environment().put("PAYLINK_API_KEY", service.merchant().apiKey());
    program.environment().put("PAYLINK_SECRET_KEY", service.merchant().secretKey().reveal());
    Process running = program.start();
    String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(running.waitFor()).as(said).isZero();
    return said;
  }
}
