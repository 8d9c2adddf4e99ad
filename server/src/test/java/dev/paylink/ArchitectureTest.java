package dev.paylink;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

/** Imports only point down the ladder, and neighbours on one rung do not know each other. */
final class ArchitectureTest {
  private static final String[][] LADDER = {
    {"app"},
    {"chain", "dashboard", "desk", "sandbox"},
    {"settlement", "checkout"},
    {"payment"},
    {"credential", "session", "invoice", "webhook"},
    {"merchant"},
    {"mail"},
    {"ratelimit"},
    {"ids", "money"},
    {"platform"},
    {"sdk"},
  };

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.paylink");

  @Test
  void imports_only_point_down_the_ladder() {
    var layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (String[] rung : LADDER) {
      for (String part : rung) {
        layers = layers.optionalLayer(part).definedBy("dev.paylink." + part + "..");
      }
    }
    for (int i = 0; i < LADDER.length; i++) {
      for (String part : LADDER[i]) {
        layers =
            i == 0
                ? layers.whereLayer(part).mayNotBeAccessedByAnyLayer()
                : layers.whereLayer(part).mayOnlyBeAccessedByLayers(above(i));
      }
    }
    layers.check(CLASSES);
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching("dev.paylink.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void the_merchants_client_depends_on_java_alone() {
    ArchRuleDefinition.classes()
        .that()
        .resideInAPackage("dev.paylink.sdk..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("dev.paylink.sdk..", "java..", "javax.crypto..", "org.jspecify..")
        .check(CLASSES);
  }

  @Test
  void only_the_platform_knows_the_http_server() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideOutsideOfPackages("dev.paylink.platform..", "dev.paylink.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.helidon.webserver..")
        .check(CLASSES);
  }

  private static String[] above(int rung) {
    return java.util.Arrays.stream(LADDER, 0, rung)
        .flatMap(java.util.Arrays::stream)
        .toArray(String[]::new);
  }
}
