package dev.paylink.platform.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.LogFile;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class JsonLogTest {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final LogFile file = new LogFile();

  @BeforeEach
  void install() {
    JsonLog.install(file.sink());
  }

  @AfterEach
  void logToTheConsoleAgain() throws IOException {
    LogManager.getLogManager().readConfiguration();
    file.close();
  }

  @Test
  void a_record_is_one_line_of_json() {
    Logger.getLogger("a.logger").log(Level.WARNING, "it \"broke\"\nbadly");
    JsonNode line = only();
    assertThat(line.propertyNames()).containsExactly("time", "level", "logger", "message");
    assertThat(Instant.parse(line.get("time").stringValue())).isBefore(Instant.now().plusMillis(1));
    assertThat(line.get("level").stringValue()).isEqualTo("WARNING");
    assertThat(line.get("logger").stringValue()).isEqualTo("a.logger");
    assertThat(line.get("message").stringValue()).isEqualTo("it \"broke\"\nbadly");
  }

  @Test
  void a_failure_brings_its_stack_trace_on_the_same_line() {
    System.getLogger("a.logger")
        .log(System.Logger.Level.ERROR, "failed", new IllegalStateException("why"));
    assertThat(only().get("exception").stringValue())
        .contains("IllegalStateException: why")
        .contains("at dev.paylink.platform.log.JsonLogTest");
  }

  @Test
  void parameters_are_put_in_and_a_plain_message_is_left_alone() {
    Logger logger = Logger.getLogger("a.logger");
    logger.log(Level.INFO, "{0} of {1}", new Object[] {"one", 2});
    logger.log(Level.INFO, "can't do {that}", new Object[] {"one"});
    logger.log(Level.INFO, "100 % {0", new Object[] {"one"});
    logger.log(Level.INFO, (String) null);
    List<JsonNode> lines = lines();
    assertThat(lines.get(0).get("message").stringValue()).isEqualTo("one of 2");
    assertThat(lines.get(1).get("message").stringValue()).isEqualTo("can't do {that}");
    assertThat(lines.get(2).get("message").stringValue()).isEqualTo("100 % {0");
    assertThat(lines.get(3).get("message").isNull()).isTrue();
  }

  @Test
  void what_libraries_log_comes_too_unless_they_chatter() {
    LoggerFactory.getLogger("a.library").info("it's {} and {}", "one", 2);
    LoggerFactory.getLogger("a.library").debug("details");
    LoggerFactory.getLogger("com.zaxxer.hikari.Pool").info("chatter");
    LoggerFactory.getLogger("com.zaxxer.hikari.Pool").warn("trouble");
    LoggerFactory.getLogger("com.zaxxer.hikari.pool.PoolBase").warn("a closed connection");
    assertThat(lines())
        .extracting(line -> line.get("message").stringValue())
        .containsExactly("it's one and 2", "trouble");
  }

  private JsonNode only() {
    assertThat(lines()).hasSize(1);
    return lines().getFirst();
  }

  private List<JsonNode> lines() {
    return file.text()
        .lines()
        .map(MAPPER::readTree)
        .filter(line -> line.get("logger").stringValue().matches("(a|com\\.zaxxer)\\..*"))
        .toList(); // and nothing of what other threads of this JVM log
  }
}
