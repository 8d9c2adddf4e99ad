package dev.paylink;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.paylink.app.statements.SqlTables;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the shape of the house: the ladder of parts, the rooms inside them, the names and ids. */
final class ArchitectureTest {
  private static final String[][] LADDER = {
    {"app"},
    {"relay"},
    {"chain", "dashboard", "desk", "sandbox"},
    {"settlement", "checkout"},
    {"payout"},
    {"payment"},
    {"credential", "session", "invoice", "webhook"},
    {"operator", "requestlog"},
    {"merchant"},
    {"account"},
    {"mail"},
    {"ratelimit"},
    {"ids", "money"},
    {"platform"},
    {"sdk"},
  };

  private static final long MAX_CLASSES = 25;
  private static final String EDGE = ".*(Routes|Calls|Door|Pages?|Parser|Forms?)([$].*)?";
  private static final String STORE = ".*(Store|Queries)";

  /** Tables that wait for their one store. */
  private static final Set<String> WRITTEN_BY_SEVERAL_STORES = Set.of("merchant");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes/"))
          .withImportOption(location -> !location.contains("/dev/paylink/cli/"))
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
  void parts_have_no_cycles() {
    slices().matching("dev.paylink.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void packages_inside_the_parts_have_no_cycles() {
    slices().matching("dev.paylink.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void no_package_has_more_classes_than_a_reader_can_hold() {
    assertThat(
            sources()
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting())))
        .allSatisfy(
            (name, classes) -> assertThat(classes).as(name).isLessThanOrEqualTo(MAX_CLASSES));
  }

  @Test
  void no_two_classes_have_one_simple_name() {
    assertThat(
            sources()
                .collect(
                    Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        Collectors.mapping(JavaClass::getPackageName, Collectors.toList()))))
        .allSatisfy((name, packages) -> assertThat(packages).as(name).hasSize(1));
  }

  @Test
  void ids_are_typed_outside_of_stores() {
    ArchRuleDefinition.methods()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackages(
            "dev.paylink.ids..", "dev.paylink.platform..", "dev.paylink.bench..")
        .and()
        .areDeclaredInClassesThat()
        .haveNameNotMatching(".*(Store|Queries)(\\$.*)?")
        .should(mentionNoUuid())
        .check(CLASSES);
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
        .resideInAPackage("io.helidon..")
        .check(CLASSES);
  }

  /** Use cases and stores refuse with a Rejection; what reads and answers requests knows HTTP. */
  @Test
  void http_ends_at_the_edge() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideOutsideOfPackages("dev.paylink.platform.http..", "dev.paylink.platform.web..")
        .and()
        .haveNameNotMatching(EDGE)
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Problem.class, Refused.class)
        .check(CLASSES);
  }

  @Test
  void sql_stands_in_stores_and_queries_alone() {
    assertThat(SqlTables.readers())
        .hasSizeGreaterThan(20)
        .allSatisfy(
            (table, readers) ->
                assertThat(readers)
                    .as(table)
                    .allSatisfy(name -> assertThat(name).matches(".*(Store|Queries)")));
  }

  @Test
  void each_table_is_written_by_one_store() {
    Map<String, Set<String>> writers = SqlTables.writers();
    assertThat(writers).containsOnlyKeys(SqlTables.readers().keySet());
    writers.keySet().removeAll(WRITTEN_BY_SEVERAL_STORES);
    assertThat(writers).allSatisfy((table, stores) -> assertThat(stores).as(table).hasSize(1));
  }

  /** The use case opens the transaction; a store is an instance that receives it. */
  @Test
  void stores_are_instances_and_open_no_transaction() {
    ArchRuleDefinition.methods()
        .that()
        .areDeclaredInClassesThat()
        .haveNameMatching(STORE)
        .and()
        .areStatic()
        .and()
        .areNotPrivate()
        .should()
        .notHaveRawParameterTypes(mention("org.jdbi.v3.core.Handle", "java.sql.Connection"))
        .check(CLASSES);
    ArchRuleDefinition.fields()
        .that()
        .areDeclaredInClassesThat()
        .haveNameMatching(".*Store")
        .should()
        .notHaveRawType("org.jdbi.v3.core.Jdbi")
        .check(CLASSES);
  }

  /** A body is read by a *Parser; the gate before pages is a *Door, the one before calls *Calls. */
  @Test
  void no_class_has_another_word_for_a_parser_or_a_gate() {
    ArchRuleDefinition.classes()
        .that()
        .resideOutsideOfPackages("dev.paylink.sdk..", "dev.paylink.bench..")
        .should()
        .haveNameNotMatching(".*[a-z](Input|Gate|Guard|Auth|Manager|Util|Helper|Impl)")
        .check(CLASSES);
  }

  /** Returns what somebody wrote for the server: no nested classes, no compiled templates. */
  private static Stream<JavaClass> sources() {
    return CLASSES.stream()
        .filter(type -> type.isTopLevelClass() && !type.getSimpleName().isEmpty())
        .filter(type -> !type.getSimpleName().equals("package-info"))
        .filter(type -> !type.getSimpleName().matches("Jte.*Generated"))
        .filter(type -> !type.getPackageName().matches("dev[.]paylink[.](sdk|bench).*"));
  }

  private static ArchCondition<JavaMethod> mentionNoUuid() {
    return new ArchCondition<>("mention no raw UUID") {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        boolean mentions =
            Stream.concat(method.getParameterTypes().stream(), Stream.of(method.getReturnType()))
                .flatMap(type -> type.getAllInvolvedRawTypes().stream())
                .anyMatch(type -> type.isEquivalentTo(UUID.class));
        events.add(new SimpleConditionEvent(method, !mentions, method.getDescription()));
      }
    };
  }

  private static DescribedPredicate<List<JavaClass>> mention(String... types) {
    return DescribedPredicate.describe(
        "mention " + List.of(types),
        parameters ->
            parameters.stream().anyMatch(type -> List.of(types).contains(type.getName())));
  }

  private static String[] above(int rung) {
    return java.util.Arrays.stream(LADDER, 0, rung)
        .flatMap(java.util.Arrays::stream)
        .toArray(String[]::new);
  }
}
