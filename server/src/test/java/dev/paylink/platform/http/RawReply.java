package dev.paylink.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An answer taken apart; header names are in lower case. */
record RawReply(int status, Map<String, List<String>> headers, String body) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** The header's only value; the empty string when there is none. */
  String header(String name) {
    List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    assertThat(values).as(name).hasSizeLessThanOrEqualTo(1);
    return values.isEmpty() ? "" : values.getFirst();
  }

  JsonNode json() {
    return MAPPER.readTree(body);
  }

  /** Checks that this is a whole problem of RFC 9457 with the id that the header gives. */
  RawReply assertProblem(int expectedStatus, String code) {
    assertThat(status).as(body).isEqualTo(expectedStatus);
    assertThat(header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(header("X-Request-Id")).matches("req_[0-7][0-9a-hjkmnp-tv-z]{25}");
    JsonNode problem = json();
    assertThat(problem.propertyNames())
        .contains("type", "title", "status", "detail", "code", "requestId");
    assertThat(problem.get("status").intValue()).isEqualTo(expectedStatus);
    assertThat(problem.get("code").stringValue()).isEqualTo(code);
    assertThat(problem.get("requestId").stringValue()).isEqualTo(header("X-Request-Id"));
    return this;
  }
}
