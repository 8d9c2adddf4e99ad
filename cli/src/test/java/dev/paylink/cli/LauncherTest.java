package dev.paylink.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.cli.io.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the launcher says by itself, in a copy of it that has built nothing. */
final class LauncherTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** No process has this number: it is more than a kernel gives. */
  private static final String ENDED = "99999999";

  @TempDir private Path folder;
  private Path home;

  private record Ran(int code, String said) {}

  @BeforeEach
  void copy() throws IOException {
    home = Files.createDirectories(folder.resolve("clone"));
    Files.createDirectories(home.resolve("deploy"));
    for (String file : List.of("paylink", "deploy/start.sh")) {
      Files.copy(ROOT.resolve(file), home.resolve(file));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "payment, payments",
    "sandbx, sandbox",
    "dmo, demo",
    "webhook, webhooks",
    "certfy, certify",
    "enviro,",
    "xyzzy,"
  })
  void unknown_command_is_refused_in_one_line_with_the_nearest_one(String asked, String meant)
      throws Exception {
    Ran ran = run(home, asked);
    assertThat(ran.code()).isOne();
    String nearest = meant == null ? "" : "did you mean " + meant + "? ";
    assertThat(ran.said())
        .isEqualTo(
            "paylink: unknown command: "
                + asked
                + "; "
                + nearest
                + "./paylink --help lists all of them\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "devchain", "env", "build", "test", "soak"})
  void help_of_what_the_launcher_does_itself_needs_nothing(String command) throws Exception {
    Ran ran = run(home, command, "--help");
    assertThat(ran.code()).as(ran.said()).isZero();
    assertThat(ran.said().lines())
        .filteredOn(line -> line.startsWith("  ./paylink "))
        .isNotEmpty()
        .allMatch(line -> line.startsWith("  ./paylink " + command + " "));
    assertThat(ran.said()).doesNotContain("building", "Needs a JDK");
  }

  @ParameterizedTest
  @CsvSource({
    "sandbox, server/target/paylink-server.jar, dev.paylink.app.Main sandbox",
    "serve, server/target/paylink-server.jar, dev.paylink.app.Main serve",
    "payments, cli/target/paylink-cli-standalone.jar, dev.paylink.cli.Main payments"
  })
  void help_of_what_is_built_is_not_built_again(String command, String jar, String runs)
      throws Exception {
    Path java = folder.resolve("jdk");
    Path programs = Files.createDirectories(java.resolve("bin"));
    program(programs, "java", "echo \"$@\"");
    program(programs, "javac", "");
    program(programs, "mvn", "exit 1");
    Files.writeString(java.resolve("release"), "JAVA_VERSION=\"25\"\n");
    for (String file : List.of(".build/built-service", jar)) {
      Files.createDirectories(home.resolve(file).getParent());
      Files.createFile(home.resolve(file));
    }
    for (String sources : List.of("cli/src/main", "sdk/src/main", "server/src/main")) {
      Path changed = Files.createDirectories(home.resolve(sources));
      assertThat(changed.toFile().setLastModified(System.currentTimeMillis() + 10_000)).isTrue();
    }
    Ran help = runWith(java, command, "--help");
    assertThat(help.code()).as(help.said()).isZero();
    assertThat(help.said()).endsWith(runs + " --help\n").doesNotContain("building");
    assertThat(runWith(java, command).said()).contains("paylink: building", "the build failed");
    Files.delete(home.resolve(jar));
    assertThat(runWith(java, command, "--help").said()).contains("paylink: building");
  }

  @Test
  void env_is_of_the_sandbox_that_came_up_last_wherever_its_data_is() throws Exception {
    Ran none = run(home, "env");
    assertThat(none.code()).isOne();
    assertThat(none.said()).contains("no sandbox has written", "./paylink demo");

    sandbox(home.resolve("data"), "left-over");
    assertThat(run(home, "env").said()).contains("PAYLINK_API_KEY='pk_test_left-over'");

    Path elsewhere = folder.resolve("else where");
    sandbox(elsewhere, "elsewhere");
    note(ENDED + " " + elsewhere);
    assertThat(run(home, "env"))
        .isEqualTo(
            new Ran(
                0,
                """
                export PAYLINK_URL='http://127.0.0.1:1'
                export PAYLINK_API_KEY='pk_test_elsewhere'
                export PAYLINK_SECRET_KEY='sk_test_elsewhere'
                export PAYLINK_EMAIL='ada@example.com'
                export PAYLINK_PASSWORD='a-password'
                """));
    assertThat(run(folder, "env").said()).contains("pk_test_elsewhere");
    assertThat(run(home, "env", "--data", "data").said()).contains("pk_test_left-over");

    Files.delete(elsewhere.resolve("sandbox.json")); // the demo has ended
    assertThat(run(home, "env").said()).contains("pk_test_left-over");
    sandbox(folder.resolve("data"), "here");
    assertThat(run(folder, "env").said()).contains("pk_test_here");
  }

  @Test
  void env_is_of_a_sandbox_that_runs_rather_than_of_a_newer_one_that_has_ended() throws Exception {
    for (String name : List.of("newest", "newer", "runs")) {
      sandbox(folder.resolve(name), name);
    }
    String ended =
        ENDED + " " + folder.resolve("newest") + "\n" + ENDED + " " + folder.resolve("newer");
    note(ended);
    assertThat(run(home, "env").said()).contains("pk_test_newest");
    note(ended + "\n" + ProcessHandle.current().pid() + " " + folder.resolve("runs"));
    assertThat(run(home, "env").said()).contains("pk_test_runs");
  }

  @ParameterizedTest
  @CsvSource({
    "--data DATA/x --port 1, DATA/x",
    "--port 1 --data=DATA/x,  DATA/x",
    "--port 1,               HERE/data",
    "--data x,               HERE/x"
  })
  void launcher_notes_where_a_sandbox_that_is_up_keeps_its_data(String arguments, String noted)
      throws Exception {
    Files.createDirectories(home.resolve(".build"));
    String data =
        noted.replace("DATA", folder.toString()).replace("HERE", home.toRealPath().toString());
    Ran ran =
        shell(
            """
            await_sandbox $$ %s
            mkdir -p '%s'
            echo up >'%2$s/sandbox.json'
            noted 'Not yet'
            """
                .formatted(arguments.replace("DATA", folder.toString()), data));
    assertThat(ran.said()).matches("\\d+ " + data + "\n");
  }

  /** One that cannot start leaves the file of an earlier start where it was. */
  @Test
  void sandbox_is_noted_when_it_is_up_and_not_before() throws Exception {
    sandbox(home.resolve("data"), "of an earlier start");
    sandbox(folder.resolve("other"), "other");
    String other = ENDED + " " + folder.resolve("other") + "\n";
    note(other + ENDED + " " + folder.resolve("gone"));
    Ran ran =
        shell(
            """
            before=$(cat .build/sandbox)
            await_sandbox $$
            sleep 1
            [ "$(cat .build/sandbox)" = "$before" ] || echo 'too early'
            cp data/sandbox.json data/sandbox.json.new
            mv data/sandbox.json.new data/sandbox.json
            noted "$before"
            """);
    assertThat(ran.said()).matches("\\d+ " + home.toRealPath().resolve("data") + "\n" + other);
  }

  @ParameterizedTest
  @CsvSource({"all, 'client cli service bench'", "service, client", "cli, client"})
  void what_was_built_with_something_else_is_not_built_again(String built, String parts)
      throws Exception {
    Files.createDirectories(home.resolve(".build"));
    Files.createDirectories(home.resolve("sdk/src/main"));
    String script =
        """
        home=. build=.build
        %s
        package() { echo packed; }
        build %s 2>/dev/null
        for part in %s; do build "$part"; done
        touch -d '1 second' sdk/src/main
        build client 2>/dev/null
        """
            .formatted(
                function("modules_of")
                    + function("parts_of")
                    + function("changed")
                    + function("build"),
                built,
                parts);
    assertThat(run(new ProcessBuilder("sh", "-c", script), home))
        .isEqualTo(new Ran(0, "packed\npacked\n"));
  }

  @ParameterizedTest
  @CsvSource({"relay, npm ci RelayCrashTest", "chain, WatchScheduleTest"})
  void soak_on_the_local_chain_installs_it_first(String soak, String expected) throws Exception {
    Path programs = Files.createDirectories(folder.resolve("programs"));
    program(programs, "node", "echo 22");
    program(programs, "npm", "printf 'npm %s ' \"$1\" >>\"$ran\"");
    program(
        programs, "mvn", "printf %s \"$*\" | sed 's/.*-Dtest=\\([A-Za-z]*\\).*/\\1/' >>\"$ran\"");
    Files.createDirectories(home.resolve("contracts"));
    Path ran = folder.resolve("ran");
    ProcessBuilder launcher =
        new ProcessBuilder("sh", home.resolve("paylink").toString(), "soak", soak);
    launcher.environment().merge("PATH", programs + ":", (path, first) -> first + path);
    launcher.environment().put("JAVA_HOME", System.getProperty("java.home"));
    launcher.environment().put("ran", ran.toString());
    Ran all = run(launcher, home);
    assertThat(all.code()).as(all.said()).isZero();
    assertThat(ran).content().isEqualToIgnoringNewLines(expected);
  }

  /** A tree that was moved has a cache that does not fit: the JVM starts without it. */
  @Test
  void cache_that_does_not_fit_is_not_spoken_of() throws Exception {
    Path cache = Files.writeString(folder.resolve("no.cache"), "this is no cache");
    String script =
        """
        java_major=%d
        . deploy/start.sh
        cache_options
        %s "$java/bin/java" $cache_log $use_cache=%s -version
        """;
    int major = Runtime.version().feature();
    Ran quiet = java(script.formatted(major, "", cache));
    assertThat(quiet.code()).as(quiet.said()).isZero();
    assertThat(quiet.said()).doesNotContain("[error]").contains("Runtime Environment");
    Ran loud = java(script.formatted(major, "cache_log=-Xlog:all=error:stderr;", cache));
    assertThat(loud.said()).contains("[error]");
  }

  /** Runs a script with what notes sandboxes; {@code noted BEFORE} waits for other lines. */
  private Ran shell(String script) throws Exception {
    String noted =
        """
        set -eu
        build=.build
        noted() {
          tries=600
          until [ -f .build/sandbox ] && [ "$(cat .build/sandbox)" != "$1" ]; do
            tries=$((tries - 1))
            [ "$tries" -gt 0 ] || exit 1
            sleep 0.1
          done
          cat .build/sandbox
        }
        """;
    String all = noted + function("note_sandbox") + function("await_sandbox") + script;
    Ran ran = run(new ProcessBuilder("sh", "-c", all), home);
    assertThat(ran.code()).as(ran.said()).isZero();
    return ran;
  }

  private void note(String lines) throws IOException {
    Files.createDirectories(home.resolve(".build"));
    Files.writeString(home.resolve(".build/sandbox"), lines + "\n");
  }

  private String function(String name) throws IOException {
    String launcher = Files.readString(home.resolve("paylink"));
    int from = launcher.indexOf("\n" + name + "() {");
    return launcher.substring(from, launcher.indexOf("\n}\n", from) + 3);
  }

  private static void program(Path programs, String name, String does) throws IOException {
    Path file = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + does + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static void sandbox(Path data, String key) throws IOException {
    Files.createDirectories(data);
    Files.write(
        data.resolve("sandbox.json"),
        Json.of(
                "baseUrl",
                "http://127.0.0.1:1",
                "apiKey",
                "pk_test_" + key,
                "secretKey",
                "sk_test_" + key,
                "login",
                Json.of("email", "ada@example.com", "password", "a-password"))
            .bytes());
  }

  private Ran java(String script) throws Exception {
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", script);
    shell.environment().put("java", System.getProperty("java.home"));
    return run(shell, home);
  }

  private Ran run(Path where, String... arguments) throws Exception {
    ProcessBuilder launcher = new ProcessBuilder("sh", home.resolve("paylink").toString());
    launcher.command().addAll(List.of(arguments));
    return run(launcher, where);
  }

  /** Runs the launcher with this JDK, whose folder also has what stands in for Maven. */
  private Ran runWith(Path java, String... arguments) throws Exception {
    ProcessBuilder launcher = new ProcessBuilder("sh", home.resolve("paylink").toString());
    launcher.command().addAll(List.of(arguments));
    launcher.environment().put("JAVA_HOME", java.toString());
    launcher.environment().merge("PATH", java + "/bin:", (path, first) -> first + path);
    return run(launcher, home);
  }

  private static Ran run(ProcessBuilder builder, Path where) throws Exception {
    builder.environment().remove("PAYLINK_DATA_FOLDER");
    Process process = builder.directory(where.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), said);
  }
}
