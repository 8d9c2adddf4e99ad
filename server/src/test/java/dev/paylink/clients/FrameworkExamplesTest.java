package dev.paylink.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.sdk.PaymentLinkClient;
import dev.paylink.testing.SourceTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The receivers that the guide shows for frameworks are whole, and call the clients right. */
final class FrameworkExamplesTest {
  private static final Path GUIDE = Path.of("../docs/integrate/frameworks.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
  private static final String ANNOTATION =
      "package org.springframework.web.bind.annotation; public @interface %s";

  @TempDir private Path folder;

  /** The frameworks are not here, so only Java, with stubs of Spring, is compiled against types. */
  @ParameterizedTest
  @CsvSource({
    "js,     check.mjs,     node --check",
    "python, check.py,      python3 -m py_compile",
    "php,    check.php,     php -l",
    "java,   Webhooks.java, javac"
  })
  void receivers_for_frameworks_compile(String language, String file, String compiler)
      throws IOException, InterruptedException {
    List<String> programs =
        BLOCK
            .matcher(SourceTree.read(GUIDE))
            .results()
            .filter(block -> block.group(1).equals(language))
            .map(block -> block.group(2))
            .toList();
    assertThat(programs).isNotEmpty();
    for (String program : programs) {
      assertThat(program).contains("verify(", "PAYLINK_WEBHOOK_SECRET");
      Files.writeString(folder.resolve(file), program);
      List<String> command = new ArrayList<>(List.of(compiler.split(" ", -1)));
      if (language.equals("java")) {
        command =
            new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/javac", "-cp", sdk()));
        command.addAll(spring());
      }
      command.add(folder.resolve(file).toString());
      Process process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(program + said).isZero();
    }
  }

  /** As much of Spring as the example names. */
  private List<String> spring() throws IOException {
    Map<String, String> sources =
        Map.of(
            "org/springframework/http/ResponseEntity",
            """
            package org.springframework.http;
            public class ResponseEntity<T> {
              public interface Builder { <T> ResponseEntity<T> build(); <T> ResponseEntity<T> body(T body); }
              public static Builder noContent() { return null; }
              public static Builder badRequest() { return null; }
            }
            """,
            "org/springframework/util/MultiValueMap",
            """
            package org.springframework.util;
            public interface MultiValueMap<K, V> extends java.util.Map<K, java.util.List<V>> {}
            """,
            "org/springframework/web/bind/annotation/PostMapping",
            ANNOTATION.formatted("PostMapping { String value(); }"),
            "org/springframework/web/bind/annotation/RequestBody",
            ANNOTATION.formatted("RequestBody {}"),
            "org/springframework/web/bind/annotation/RequestHeader",
            ANNOTATION.formatted("RequestHeader {}"),
            "org/springframework/web/bind/annotation/RestController",
            ANNOTATION.formatted("RestController {}"));
    List<String> files = new ArrayList<>();
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = folder.resolve(source.getKey() + ".java");
      Files.createDirectories(file.getParent());
      Files.writeString(file, source.getValue());
      files.add(file.toString());
    }
    return files;
  }

  private static String sdk() {
    return PaymentLinkClient.class.getProtectionDomain().getCodeSource().getLocation().getPath();
  }
}
