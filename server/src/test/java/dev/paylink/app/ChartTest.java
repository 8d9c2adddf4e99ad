package dev.paylink.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.paylink.app.config.Settings;
import dev.paylink.platform.Version;
import dev.paylink.testing.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The chart fits together, as far as that can be seen without Helm: its templates use the values
 * that it explains, and name settings that the service has.
 */
final class ChartTest {
  private static final Path CHART = Path.of("../deploy/helm/paylink");
  private static final Pattern VALUE = Pattern.compile("\\.Values((?:\\.[A-Za-z]+)+)");
  private static final Pattern ACTION =
      Pattern.compile("\\{\\{-?\\s*(if|range|with|define|end)\\b", Pattern.DOTALL);
  private static final Pattern VARIABLE = Pattern.compile("\\bPAYLINK_[A-Z_]+");

  @Test
  void chart_has_the_version_of_the_service() throws IOException {
    JsonNode chart = yaml(CHART.resolve("Chart.yaml"));
    assertThat(chart.required("version").asString()).isEqualTo(Version.NUMBER);
    assertThat(chart.required("appVersion").asString()).isEqualTo(Version.NUMBER);
  }

  @Test
  void defaults_obey_the_schema() throws IOException {
    assertThat(faults(Files.readString(CHART.resolve("values.yaml")))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "baseurl: https://pay.example.com",
        "baseUrl: http://pay.example.com",
        "baseUrl: https://pay.example.com/",
        "{baseUrl: '', replicas: 0}",
        "{baseUrl: '', settings: {paylink_key_limit: '600'}}",
        "{baseUrl: '', secret: {exists: paylink}}",
        "{baseUrl: '', terminationGracePeriodSeconds: 5}",
      })
  void wrong_values_do_not(String values) {
    assertThat(faults(values)).isNotEmpty();
  }

  @Test
  void templates_use_exactly_the_values_that_are_explained() throws IOException {
    Set<String> explained = new TreeSet<>();
    addPaths("", yaml(CHART.resolve("values.yaml")), explained);
    Set<String> used =
        VALUE
            .matcher(templates())
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(used).allMatch(path -> explained.stream().anyMatch(each -> isAbove(path, each)));
    assertThat(explained).allMatch(path -> used.stream().anyMatch(each -> isAbove(each, path)));
  }

  @Test
  void templates_include_what_is_defined_and_close_what_they_open() {
    Set<String> defined = names("define");
    assertThat(names("include")).isNotEmpty().isEqualTo(defined);
    for (Path file : templateFiles()) {
      int open = 0;
      Matcher action = ACTION.matcher(SourceTree.read(file));
      while (action.find()) {
        open += action.group(1).equals("end") ? -1 : 1;
        assertThat(open).as(file.toString()).isNotNegative();
      }
      assertThat(open).as(file.toString()).isZero();
    }
  }

  @Test
  void settings_of_chart_and_compose_file_are_the_services() {
    String all =
        templates()
            + SourceTree.read(CHART.resolve("values.yaml"))
            + SourceTree.read(Path.of("../deploy/compose.yaml"));
    List<String> variables =
        VARIABLE.matcher(all).results().map(match -> match.group()).distinct().toList();
    assertThat(variables).hasSizeGreaterThan(8);
    for (String variable : variables) {
      assertThatCode(() -> Settings.read(null, Map.of(variable, "/dev/null")))
          .doesNotThrowAnyException();
    }
  }

  private static List<String> faults(String values) {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
            .getSchema(SourceTree.read(CHART.resolve("values.schema.json")));
    JsonNode tree = new YAMLMapper().readTree(values);
    return schema.validate(JsonMapper.shared().convertValue(tree, JsonNode.class)).stream()
        .map(Object::toString)
        .toList();
  }

  private static boolean isAbove(String path, String other) {
    return other.equals(path) || other.startsWith(path + ".");
  }

  /** Adds the path of each value; an object without fields is one. */
  private static void addPaths(String path, JsonNode node, Set<String> paths) {
    if (!node.isObject() || node.isEmpty()) {
      paths.add(path);
      return;
    }
    node.properties().forEach(each -> addPaths(path + "." + each.getKey(), each.getValue(), paths));
  }

  private static Set<String> names(String action) {
    return Pattern.compile(action + " \"([a-zA-Z.]+)\"")
        .matcher(templates())
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toSet());
  }

  private static String templates() {
    return templateFiles().stream().map(SourceTree::read).collect(Collectors.joining("\n"));
  }

  private static List<Path> templateFiles() {
    return SourceTree.files(CHART.resolve("templates"), "");
  }

  private static JsonNode yaml(Path file) {
    return new YAMLMapper().readTree(SourceTree.read(file));
  }
}
