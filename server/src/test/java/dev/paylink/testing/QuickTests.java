package dev.paylink.testing;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Leaves out, in {@code ./paylink test --quick}, every test that starts a database, a browser or
 * another process. It reads that from the compiled tests, so there is no list to maintain. JUnit
 * finds it only when extensions are detected, which the profile {@code quick} asks for.
 */
public final class QuickTests implements ExecutionCondition {
  private static final Set<String> SLOW =
      Set.of(
          "dev.paylink.platform.db.embedded.EmbeddedPostgres",
          "com.microsoft.playwright.Playwright",
          "java.lang.ProcessBuilder");

  private static final Set<String> SLOW_TESTS = slowTests();

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    boolean slow =
        context.getTestClass().map(Class::getName).filter(SLOW_TESTS::contains).isPresent();
    return slow
        ? ConditionEvaluationResult.disabled("needs a database, a browser or another process")
        : ConditionEvaluationResult.enabled("needs nothing but this JVM");
  }

  private static Set<String> slowTests() {
    Map<String, Set<String>> uses = new HashMap<>();
    ArchConfiguration.withThreadLocalScope(
        configuration -> {
          configuration.setResolveMissingDependenciesFromClassPath(false);
          for (JavaClass test : new ClassFileImporter().importPath(testClasses())) {
            uses.put(
                test.getName(),
                test.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getName())
                    .collect(Collectors.toSet()));
          }
        });
    Set<String> slow = new HashSet<>(SLOW);
    int before;
    do {
      before = slow.size();
      uses.forEach(
          (test, used) -> {
            if (!Collections.disjoint(used, slow)) {
              slow.add(test);
            }
          });
    } while (slow.size() > before);
    return slow;
  }

  private static Path testClasses() {
    try {
      return Path.of(QuickTests.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
