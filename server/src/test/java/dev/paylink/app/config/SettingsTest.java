package dev.paylink.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsTest {
  private static final Path DOCUMENTED = Path.of("../paylink.properties");
  private static final Pattern DOCUMENTED_LINE = Pattern.compile("#([a-zA-Z.-]+) =(.*)");

  @TempDir private Path folder;

  @Test
  void a_file_gives_way_to_the_environment_and_both_to_the_command_line() throws IOException {
    Path file = file("mode = file\nlog.file = file\nkey.limit = file\n");
    Settings settings =
        Settings.read(file, Map.of("PAYLINK_LOG_FILE", "variable", "PAYLINK_KEY_LIMIT", "variable"))
            .override("key.limit", 5)
            .override("mode", null);
    assertThat(settings.text("mode")).isEqualTo("file");
    assertThat(settings.text("log.file")).isEqualTo("variable");
    assertThat(settings.text("key.limit")).isEqualTo("5");
    assertThat(settings.text("redis.url")).isNull();
    assertThat(settings.text("redis.url", "otherwise")).isEqualTo("otherwise");
  }

  @Test
  void a_blank_value_is_none_and_spaces_around_are_dropped() throws IOException {
    Settings settings = Settings.read(file("mode =\n"), Map.of("PAYLINK_LOG_FILE", "  "));
    assertThat(settings.text("mode")).isNull();
    assertThat(settings.text("log.file")).isNull();
    assertThat(Settings.read(null, Map.of("PAYLINK_MODE", " live ")).text("mode"))
        .isEqualTo("live");
  }

  @Test
  void each_setting_can_be_a_variable() {
    for (String name : SettingNames.KNOWN) {
      Map<String, String> environment = Map.of(SettingNames.variableOf(name), "value");
      assertThat(Settings.read(null, environment).text(name)).isEqualTo("value");
    }
    assertThat(SettingNames.variableOf("public.tls.key")).isEqualTo("PAYLINK_PUBLIC_TLS_KEY");
  }

  @Test
  void a_variable_can_name_a_file_that_has_the_value() throws IOException {
    String file = Files.writeString(folder.resolve("url"), "postgres://u@h/d\n").toString();
    Settings settings = Settings.read(null, Map.of("PAYLINK_DATABASE_URL_FILE", file));
    assertThat(settings.text("database.url")).isEqualTo("postgres://u@h/d");
    // A setting whose own name ends like that is itself.
    assertThat(Settings.read(null, Map.of("PAYLINK_LOG_FILE", file)).text("log.file"))
        .isEqualTo(file);
    assertThatThrownBy(
            () -> Settings.read(null, Map.of("PAYLINK_MODE_FILE", file, "PAYLINK_MODE", "live")))
        .hasMessage("both PAYLINK_MODE and PAYLINK_MODE_FILE are set; keep one of them");
    assertThatThrownBy(() -> Settings.read(null, Map.of("PAYLINK_MODE_FILE", file + ".none")))
        .hasMessage(
            "cannot read %s.none, which PAYLINK_MODE_FILE names: no such file or folder", file);
    assertThatThrownBy(() -> Settings.read(null, Map.of("PAYLINK_MOOD_FILE", file)))
        .hasMessageStartingWith("unknown environment variable PAYLINK_MOOD_FILE");
  }

  @ParameterizedTest
  @CsvSource({
    "databse.url,      ; did you mean database.url?",
    "Database.Url,     ; did you mean database.url?",
    "database_url,     ; did you mean database.url?",
    "public-port,      ; did you mean public.port?",
    "smtp,             ''",
  })
  void a_misspelt_setting_in_a_file_stops_the_start(String name, String hint) throws IOException {
    Path file = file(name + " = postgres://u:hunter2@h/d\n");
    assertThatThrownBy(() -> Settings.read(file, Map.of()))
        .isInstanceOf(ConfigError.class)
        .hasMessage("unknown setting \"" + name + "\" in " + file + hint);
  }

  @ParameterizedTest
  @CsvSource({
    "PAYLINK_DATABSE_URL, ; did you mean PAYLINK_DATABASE_URL?",
    "PAYLINK_PUBLICPORT,  ; did you mean PAYLINK_PUBLIC_PORT?",
    "PAYLINK_SOMETHING_ELSE_ENTIRELY, ''",
  })
  void a_misspelt_variable_stops_the_start(String variable, String hint) {
    assertThatThrownBy(() -> Settings.read(null, Map.of(variable, "hunter2")))
        .isInstanceOf(ConfigError.class)
        .hasMessage("unknown environment variable " + variable + hint);
  }

  @Test
  void variables_of_others_and_of_the_launcher_are_left_alone() {
    Map<String, String> environment =
        Map.of(
            "PATH",
            "x",
            "paylink_mode",
            "x",
            "XPAYLINK_MODE",
            "x",
            "PAYLINK_JAVA_OPTS",
            "-Xmx1g",
            "PAYLINK_OSV",
            "x",
            "PAYLINK_API_KEY",
            "pk_test_1",
            "PAYLINK_SECRET_KEY",
            "sk_test_1",
            "PAYLINK_URL",
            "https://pay.example",
            "PAYLINK_WEBHOOK_SECRET",
            "whsec_1");
    Settings settings = Settings.read(null, environment);
    assertThat(SettingNames.KNOWN).allSatisfy(name -> assertThat(settings.text(name)).isNull());
  }

  @Test
  void a_file_that_cannot_be_read_is_told_in_one_line() throws IOException {
    Path missing = folder.resolve("missing");
    Path broken = file("mode = \\u12");
    Path latin1 = Files.write(folder.resolve("latin1"), new byte[] {'a', '=', (byte) 0xE9});
    for (Path file : List.of(missing, broken, latin1)) {
      assertThatThrownBy(() -> Settings.read(file, Map.of()))
          .isInstanceOf(ConfigError.class)
          .hasMessageStartingWith("cannot read the configuration file " + file)
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void asking_for_a_setting_that_nobody_knows_is_a_mistake_of_ours() {
    assertThatThrownBy(() -> Settings.read(null, Map.of()).text("no.such.setting"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_documented_file_names_each_setting_once_and_no_other() throws IOException {
    assertThat(documentedLines())
        .extracting(line -> line.group(1))
        .containsExactlyElementsOf(SettingNames.KNOWN);
    assertThat(Settings.read(DOCUMENTED, Map.of())).isNotNull();
  }

  @Test
  void the_documented_defaults_are_the_defaults() throws IOException {
    Settings documented = Settings.read(null, Map.of());
    String baseUrl = "";
    for (Matcher line : documentedLines()) {
      documented.override(line.group(1), line.group(2));
      baseUrl = line.group(1).equals("base.url") ? line.group(2) : baseUrl;
    }
    Settings none = Settings.read(null, Map.of()).override("base.url", baseUrl);
    assertThat(new ConfigReader(documented).read()).isEqualTo(new ConfigReader(none).read());
  }

  @Test
  void the_documented_chain_is_a_whole_one() throws IOException {
    Settings settings = Settings.read(null, Map.of()).override("base.url", "https://h");
    lines().forEach(line -> settings.override(line.group(1), line.group(2)));
    settings.override("relay.base.key", "1".repeat(64)); // as the environment has it
    assertThat(settings.names())
        .containsAll(SettingNames.namesFor("base"))
        .containsAll(SettingNames.RELAY_KEYS.stream().map("relay.base."::concat).toList());
    assertThat(new ConfigReader(settings).read().chains().list()).hasSize(1);
    assertThat(new ConfigReader(settings).read().chains().relays()).hasSize(1);
  }

  @Test
  void a_key_of_a_relay_does_not_stand_in_the_file() throws IOException {
    Path file = file("relay.base.key = " + "1".repeat(64));
    assertThatThrownBy(() -> new ConfigReader(Settings.read(file, Map.of())).read())
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining("relay.base.key must name a file with mode 600")
        .hasMessageNotContaining("1111");
    assertThat(Settings.read(null, Map.of("PAYLINK_RELAY_BASE_HIGHEST_FEE", "5")).names())
        .containsExactly("relay.base.highest-fee");
  }

  private static List<Matcher> documentedLines() throws IOException {
    return lines()
        .filter(line -> !SettingNames.isOfChain(line.group(1)))
        .filter(line -> !SettingNames.isOfRelay(line.group(1)))
        .toList();
  }

  private static Stream<Matcher> lines() throws IOException {
    return Files.readAllLines(DOCUMENTED).stream()
        .map(DOCUMENTED_LINE::matcher)
        .filter(Matcher::matches);
  }

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("paylink.properties"), content);
  }
}
