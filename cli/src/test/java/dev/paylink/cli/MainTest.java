package dev.paylink.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.cli.access.Access;
import dev.paylink.cli.access.Profiles;
import dev.paylink.cli.access.Surroundings;
import dev.paylink.cli.io.Json;
import dev.paylink.cli.io.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be told without a service: help, keys and where they are found, messages. */
final class MainTest {
  private static final String NOWHERE = "http://127.0.0.1:1";

  @TempDir private Path folder;

  private final Map<String, String> variables = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void version_is_that_of_the_build() throws IOException {
    assertThat(run("--version")).isZero();
    assertThat(out.toString().strip()).isEqualTo("paylink " + Version.NUMBER);
    assertThat(Files.readString(Path.of("..", "pom.xml")))
        .contains("<version>" + Version.NUMBER + "</version>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "login",
        "listen",
        "trigger",
        "payments create",
        "payments get",
        "payments list",
        "payments cancel",
        "payments accept",
        "refunds create",
        "refunds get",
        "refunds list",
        "refunds cancel",
        "links create",
        "links get",
        "links list",
        "links activate",
        "links deactivate",
        "links archive",
        "links unarchive",
        "invoices get",
        "invoices list",
        "invoices download",
        "statements list",
        "statements download",
        "webhooks get",
        "webhooks set",
        "webhooks delete",
        "webhooks rotate-secret",
        "webhooks test",
        "events list",
        "events redeliver",
        "logs tail",
        "sign request",
        "sign webhook",
        "verify request",
        "verify webhook",
        "certify",
        "open",
        "mcp",
        "completion"
      })
  void help_of_every_command_has_an_example(String command) {
    String[] arguments = (command + " --help").split(" ", -1);
    assertThat(run(arguments)).isZero();
    assertThat(out.toString())
        .contains("Example")
        .contains("  paylink " + command.split(" ", 2)[0]);
  }

  @Test
  void launcher_hands_every_command_over() throws IOException {
    assertThat(run("--help")).isZero();
    String help = out.toString();
    List<String> commands =
        help.substring(help.indexOf("Commands:"), help.indexOf("In the folder of"))
            .lines()
            .filter(line -> line.matches("  [a-z]+ .*"))
            .map(line -> line.strip().split(" ", 2)[0])
            .toList();
    assertThat(commands).contains("payments", "refunds", "completion");
    String launcher = Files.readString(Path.of("..", "paylink"));
    String handedOver =
        launcher
            .lines()
            .filter(line -> line.startsWith("  login | ") && line.endsWith(")"))
            .findFirst()
            .orElse("");
    assertThat(List.of(handedOver.replace(")", "").strip().split(" \\| ", -1)))
        .containsAll(commands);
  }

  @Test
  void completion_knows_commands_and_names() {
    assertThat(run("completion")).isZero();
    assertThat(out.toString())
        .contains("certify")
        .contains("payment.overpaid")
        .contains("--forward-to");
  }

  @Test
  void unreachable_service_says_where_it_tried() {
    access(NOWHERE);
    assertThat(run("payments", "get", "pay_1")).isOne();
    assertThat(err.toString())
        .contains("no answer from " + NOWHERE, "connection refused", "the environment")
        .doesNotContain("sk_test_hidden");
  }

  @Test
  void missing_key_says_what_to_do() {
    assertThat(run("payments", "list")).isOne();
    assertThat(err.toString()).contains("no key").contains("paylink login").contains("--sandbox");
  }

  @Test
  void half_a_set_of_variables_is_refused() {
    variables.put("PAYLINK_API_KEY", "pk_test_1");
    assertThat(run("payments", "list")).isOne();
    assertThat(err.toString()).contains("PAYLINK_SECRET_KEY is not set");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1:8080", "localhost", "ftp://127.0.0.1", "http://", "http://a b"})
  void address_that_is_none_is_refused_with_an_example(String address) {
    access(address);
    assertThat(run("payments", "list")).isOne();
    assertThat(err.toString()).contains("\"" + address + "\" is not the address of a service");
  }

  @Test
  void id_that_is_none_never_becomes_a_path() {
    access(NOWHERE);
    assertThat(run("payments", "get", "../merchant")).isOne();
    assertThat(err.toString()).contains("\"../merchant\" is not the id of a payment", "pay_01");
  }

  @Test
  void misuse_ends_with_2_and_names_the_fault() {
    assertThat(run("payments", "get")).isEqualTo(2);
    assertThat(err.toString()).contains("PAYMENT");
    assertThat(run("certify", "http://127.0.0.1:1/", "--state-url", "http://127.0.0.1:1/orders"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("{paymentId}");
    access(NOWHERE);
    assertThat(run("trigger", "payment.confimed")).isOne();
    assertThat(err.toString()).contains("payment.confimed").contains("payment.confirmed, ");
  }

  @Test
  void profile_is_kept_for_its_owner_alone_and_the_environment_comes_first() throws IOException {
    Profiles profiles = new Profiles(folder.resolve("settings"));
    profiles.keep(Profiles.DEFAULT, key("http://127.0.0.2:1"));
    profiles.keep("live", key("http://127.0.0.3:1"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(profiles.path())))
        .isEqualTo("rw-------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(profiles.path().getParent())))
        .isEqualTo("rwx------");
    assertThat(tried()).contains("http://127.0.0.2:1", "the profile default");
    access("http://127.0.0.4:1");
    assertThat(tried()).contains("http://127.0.0.4:1", "the environment");
    assertThat(tried("--profile", "live")).contains("http://127.0.0.3:1", "the profile live");
    assertThat(tried("--profile", "live", "--url", NOWHERE)).contains(NOWHERE);
    assertThat(tried("--profile", "other")).contains("no profile other");
  }

  @Test
  void profile_that_others_can_read_is_told() throws IOException {
    Profiles profiles = new Profiles(folder.resolve("settings"));
    profiles.keep(Profiles.DEFAULT, key(NOWHERE));
    Files.setPosixFilePermissions(profiles.path(), PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(tried()).contains("chmod 600 " + profiles.path());
  }

  @Test
  void sandbox_in_this_folder_works_at_once_and_by_name() throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    Path file = data.resolve("sandbox.json");
    Files.write(
        file, Json.of("baseUrl", NOWHERE, "apiKey", "pk_test_1", "secretKey", "sk_test_1").bytes());
    assertThat(tried()).contains("no answer from " + NOWHERE, "sandbox.json");
    assertThat(tried("--sandbox", data.toString())).contains("no answer from");
    assertThat(tried("--sandbox", folder.resolve("other.json").toString()))
        .contains("there is no sandbox file", "./paylink sandbox");
  }

  @Test
  void sandbox_that_runs_works_rather_than_a_newer_one_that_has_ended() throws IOException {
    Path newest = sandbox("newest", "http://127.0.0.2:1");
    Path runs = sandbox("runs", "http://127.0.0.3:1");
    Path noted = Files.createDirectory(folder.resolve(".build")).resolve("sandbox");
    System.setProperty("paylink.home", folder.toString());
    try {
      Files.writeString(noted, "99999999 %s%n99999999 %s%n".formatted(newest, runs));
      assertThat(tried()).contains("no answer from http://127.0.0.2:1");
      long alive = ProcessHandle.current().pid();
      Files.writeString(noted, "99999999 %s%n%d %s%n".formatted(newest, alive, runs));
      assertThat(tried()).contains("no answer from http://127.0.0.3:1");
    } finally {
      System.clearProperty("paylink.home");
    }
  }

  @Test
  void kept_secret_goes_to_no_address_that_the_environment_names_alone() throws IOException {
    new Profiles(folder.resolve("settings")).keep(Profiles.DEFAULT, key(NOWHERE));
    variables.put("PAYLINK_URL", "https://thief.example");
    assertThat(tried())
        .contains("PAYLINK_URL is https://thief.example, but the key is of the profile default")
        .doesNotContain("no answer from");
    variables.put("PAYLINK_URL", NOWHERE); // the same one
    assertThat(tried()).contains("no answer from " + NOWHERE);
  }

  @Test
  void typed_secret_goes_to_no_address_that_the_environment_names_alone() {
    variables.put("PAYLINK_URL", "https://thief.example");
    assertThat(run("login", "--key", "pk_test_1")).isNotZero();
    assertThat(err.toString()).contains("--url is missing").doesNotContain("no answer from");
    variables.put("PAYLINK_SECRET_KEY", "sk_test_hidden");
    assertThat(run("login", "--key", "pk_test_1")).isNotZero();
    assertThat(err.toString()).contains("--url is missing").doesNotContain("no answer from");
  }

  /** A folder that somebody else made may have a file of that name. */
  @Test
  void password_of_the_environment_goes_to_no_address_that_a_file_names() throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.write(
        data.resolve("sandbox.json"),
        Json.of("baseUrl", NOWHERE, "apiKey", "pk_test_1", "secretKey", "sk_test_1").bytes());
    variables.put("PAYLINK_EMAIL", "ada@example.com");
    variables.put("PAYLINK_PASSWORD", "my live password");
    assertThat(run("logs", "tail", "--no-follow")).isNotZero();
    assertThat(err.toString())
        .contains("this needs a signed-in user", "has none")
        .doesNotContain("no answer from"); // it was not even asked
  }

  @Test
  void sandbox_behind_plain_http_is_not_signed_in_to() throws IOException {
    Path file = folder.resolve("sandbox.json");
    Files.write(
        file,
        Json.of(
                "baseUrl", "http://pay.example.com",
                "apiKey", "pk_test_1",
                "secretKey", "sk_test_1")
            .bytes());
    assertThat(run("login", "--sandbox", file.toString())).isOne();
    assertThat(err.toString()).contains("is plain http");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://pay.example.com",
        "http://127.0.0.1.example.com",
        "http://10.0.0.5:8080",
        "http://localhost.example.com"
      })
  void secret_goes_over_no_plain_http_beyond_this_machine(String address) {
    access(address);
    assertThat(tried()).contains("is plain http").doesNotContain("no answer from");
    variables.put("PAYLINK_SECRET_KEY", "sk_test_hidden");
    assertThat(run("login", "--url", address, "--key", "pk_test_1")).isOne();
    assertThat(err.toString()).contains("is plain http");
  }

  @Test
  void plain_http_works_on_this_machine_and_where_it_is_allowed() {
    for (String own : List.of("http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1")) {
      access(own);
      assertThat(tried()).contains("no answer from " + own);
    }
    access("http://nowhere.invalid");
    variables.put("PAYLINK_PLAIN_HTTP", "1");
    assertThat(tried()).contains("http://nowhere.invalid").doesNotContain("is plain http");
  }

  @Test
  void login_keeps_nothing_that_the_service_did_not_accept() {
    variables.put("PAYLINK_SECRET_KEY", "sk_test_hidden");
    assertThat(run("login", "--url", NOWHERE, "--key", "pk_test_1")).isOne();
    assertThat(err.toString()).contains("no answer from " + NOWHERE);
    assertThat(folder.resolve("settings")).doesNotExist();
    assertThat(run("login", "--url", NOWHERE, "--key", "sk_test_1")).isOne();
    assertThat(err.toString()).contains("this is the secret, not the API key");
  }

  @Test
  void request_is_signed_as_the_docs_show() {
    access(NOWHERE);
    variables.put("PAYLINK_SECRET_KEY", "sk_7Qm2vX9pLrT4aZ0cWnE8uYbK1dGhJ5sF");
    String[] request = {
      "request",
      "POST",
      "/sdk/server/create-payment",
      "--timestamp",
      "1767225600",
      "--idempotency-key",
      "order-1042",
      "--body",
      "{}"
    };
    assertThat(run(with("sign", request))).isZero();
    assertThat(out.toString())
        .contains("6d9b6a95cc23b7aa883721c1bea2b966934e91dd36d47a6daf6fad8b1ed023c7")
        .doesNotContain("sk_");
    String[] wrong = with("verify", request);
    wrong[3] = "/sdk/server/create-payments";
    assertThat(
            run(
                concat(
                    wrong,
                    "--signature",
                    "6d9b6a95cc23b7aa883721c1bea2b966934e91dd36d47a6daf6fad8b1ed023c7",
                    "--json")))
        .isOne();
    assertThat(out.toString()).contains("\"genuine\":false", "none of the usual mistakes");
  }

  @Test
  void body_is_also_read_from_a_file_that_is_named_as_in_curl() throws IOException {
    access(NOWHERE);
    Path file = folder.resolve("order.json");
    Files.writeString(file, "{\"amount\":\"12.50\"}\n");
    String[] request = {
      "sign", "request", "POST", "/sdk/server/create-payment", "--timestamp", "1"
    };
    assertThat(run(concat(request, "--body", "{\"amount\":\"12.50\"}\n"))).isZero();
    String signed = out.toString();
    assertThat(run(concat(request, "--body", "@" + file))).isZero();
    assertThat(out.toString()).isEqualTo(signed);
    assertThat(run(concat(request, "--body", "@" + folder.resolve("none.json")))).isOne();
    assertThat(err.toString()).contains("cannot read the body from " + folder.resolve("none.json"));
  }

  @Test
  void word_that_is_no_command_names_the_one_that_is_meant() {
    assertThat(run("payments", "creat", "--amount", "5")).isEqualTo(2);
    assertThat(err.toString()).contains("creat").contains("Did you mean").contains("create");
  }

  @Test
  void webhook_that_was_signed_verifies_and_a_changed_one_does_not() throws IOException {
    variables.put("PAYLINK_WEBHOOK_SECRET", "whsec_GISbcJjbnRpd8bhl9V/eFQ/PjgzpEuvNQxWt5yZXIgw=");
    String body =
        "{\"eventId\":\"evt_1\",\"type\":\"webhook.test\",\"createdAt\":\"2026-01-01T09:30:00.250Z\","
            + "\"testMode\":true}";
    assertThat(run("sign", "webhook", "--body", body)).isZero();
    Path headers = folder.resolve("headers.txt");
    Files.writeString(headers, out.toString());
    String file = headers.toString();
    assertThat(run("verify", "webhook", "--headers-file", file, "--body", body)).isZero();
    assertThat(out.toString()).contains("The signature is right").doesNotContain("whsec_");
    assertThat(run("verify", "webhook", "--headers-file", file, "--body", body + "\n")).isOne();
    assertThat(out.toString()).contains("without the line feed at its end");
  }

  @Test
  void wrong_kind_of_secret_is_named_and_not_shown() {
    variables.put("PAYLINK_WEBHOOK_SECRET", "sk_test_hidden");
    assertThat(run("certify", "http://127.0.0.1:1/")).isOne();
    assertThat(err.toString()).contains("whsec_").contains("API key").doesNotContain("hidden");
    variables.clear();
    assertThat(run("certify", "http://127.0.0.1:1/")).isOne();
    assertThat(err.toString()).contains("PAYLINK_WEBHOOK_SECRET is not set");
  }

  @Test
  void certify_of_nothing_says_that_nothing_listens() {
    variables.put("PAYLINK_WEBHOOK_SECRET", "whsec_GISbcJjbnRpd8bhl9V/eFQ/PjgzpEuvNQxWt5yZXIgw=");
    assertThat(run("certify", "127.0.0.1:1/webhooks", "--json")).isOne();
    assertThat(out.toString()).contains("\"grade\":\"F\"", "nothing listens there");
  }

  private Path sandbox(String name, String url) throws IOException {
    Path data = Files.createDirectory(folder.resolve(name));
    Json file = Json.of("baseUrl", url, "apiKey", "pk_test_1", "secretKey", "sk_test_1");
    Files.write(data.resolve("sandbox.json"), file.bytes());
    return data;
  }

  private static Access key(String url) {
    return new Access(URI.create(url), "pk_test_1", "sk_test_hidden", null, null, "a test");
  }

  private void access(String url) {
    variables.put("PAYLINK_URL", url);
    variables.put("PAYLINK_API_KEY", "pk_test_1");
    variables.put("PAYLINK_SECRET_KEY", "sk_test_hidden");
  }

  private String tried(String... options) {
    run(with("payments", concat(new String[] {"list"}, options)));
    assertThat(err.toString()).doesNotContain("sk_test_hidden");
    return err.toString();
  }

  private static String[] with(String first, String... rest) {
    return concat(new String[] {first}, rest);
  }

  private static String[] concat(String[] some, String... more) {
    String[] all = java.util.Arrays.copyOf(some, some.length + more.length);
    System.arraycopy(more, 0, all, some.length, more.length);
    return all;
  }

  /** Runs a command; what it printed replaces what the one before printed. */
  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    Surroundings around =
        new Surroundings(Map.copyOf(variables), folder, folder.resolve("settings"), Instant::now);
    return Main.run(around, new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }
}
