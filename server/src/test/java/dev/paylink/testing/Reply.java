package dev.paylink.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the service answered, and how long the caller waited for it. */
public record Reply(HttpResponse<String> response, Duration took) {
  private static final JsonMapper JSON = JsonMapper.shared();

  public int status() {
    return response.statusCode();
  }

  public String body() {
    return response.body();
  }

  /** The first value of the header; empty when absent. */
  public String header(String name) {
    return response.headers().firstValue(name).orElse("");
  }

  public JsonNode json() {
    return JSON.readTree(body());
  }

  /** A member of the body as text. */
  public String text(String name) {
    return json().required(name).asString();
  }

  /** A member of each entry of the list that the body is. */
  public List<String> each(String name) {
    return each("data", name);
  }

  /** The faulty fields, in the order of the answer. */
  public List<String> faultyFields() {
    return each("errors", "field");
  }

  private List<String> each(String list, String name) {
    return json().required(list).valueStream().map(e -> e.required(name).asString()).toList();
  }

  /** The body without what differs from request to request. */
  public String bodyWithoutRequestId() {
    return body().replaceFirst("\"requestId\":\"req_[0-9a-z]{26}\"", "");
  }

  public Reply expect(int status) {
    assertThat(status()).as(body()).isEqualTo(status);
    return this;
  }

  /** That the answer is this problem. */
  public Reply expectProblem(int status, String code) {
    expect(status);
    assertThat(header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(text("code")).isEqualTo(code);
    return this;
  }
}
