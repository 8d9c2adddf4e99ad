package dev.paylink.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The API documentation as a running service serves it. */
final class DocsPageTest extends DashboardTest {
  private static Reply page;

  @BeforeAll
  static void open() {
    page = service.browser().get("/docs").expect(200);
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
    assertThat(service.browser().get(refused.text("type")).expect(200).body())
        .contains("INVALID_API_KEY", "GET /sdk/server/payments", "/docs#");
    JsonNode contract = service.browser().get("/openapi.json").expect(200).json();
    List<String> codes =
        contract.findValues("code").stream()
            .flatMap(code -> code.findValues("const").stream())
            .map(JsonNode::asString)
            .distinct()
            .toList();
    assertThat(codes).hasSizeGreaterThan(30);
    for (String code : codes) {
      assertThat(service.browser().get("/docs/errors/" + code).expect(200).body()).contains(code);
    }
    service.browser().get("/docs/errors/NO_SUCH_CODE").expectProblem(404, "NOT_FOUND");
    service.browser().get("/docs/errors/%3Cscript%3E").expectProblem(404, "NOT_FOUND");
  }

  @Test
  void every_operation_of_the_contract_is_on_the_page() {
    JsonNode contract = service.browser().get("/openapi.json").expect(200).json();
    List<JsonNode> ids = contract.findValues("operationId");
    assertThat(ids).hasSizeGreaterThan(60);
    assertThat(ids)
        .allSatisfy(id -> assertThat(page.body()).contains(" id=\"" + id.asString() + "\""));
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
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", script);
    shell.environment().put("API_KEY", service.merchant().apiKey());
    shell.environment().put("SECRET_KEY", service.merchant().secretKey().reveal());
    Process running = shell.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(running.waitFor()).as(said).isZero();
    return said;
  }
}
