package dev.paylink.supply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds that two builds of one commit take the same libraries and plugins. */
final class PinnedVersionsTest {
  private static final Path ROOT = Path.of("..");
  private static final List<String> POMS =
      List.of("pom.xml", "sdk/pom.xml", "cli/pom.xml", "server/pom.xml", "bench/pom.xml");

  @Test
  void every_library_and_plugin_of_maven_has_one_version() throws Exception {
    Set<String> managed = new HashSet<>();
    List<String> unpinned = new ArrayList<>();
    for (String pom : POMS) {
      Document document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(ROOT.resolve(pom).toFile());
      for (String kind : List.of("dependency", "plugin", "path", "artifactItem")) {
        NodeList elements = document.getElementsByTagName(kind);
        for (int i = 0; i < elements.getLength(); i++) {
          Element element = (Element) elements.item(i);
          String artifact = child(element, "artifactId");
          String version = child(element, "version");
          if (isExact(version)) {
            managed.add(artifact);
          } else {
            unpinned.add(version.isEmpty() ? artifact : artifact + " " + version);
          }
        }
      }
      NodeList properties = document.getElementsByTagName("properties");
      for (int i = 0; i < properties.getLength(); i++) {
        NodeList entries = ((Element) properties.item(i)).getElementsByTagName("*");
        for (int j = 0; j < entries.getLength(); j++) {
          String name = entries.item(j).getNodeName();
          String value = entries.item(j).getTextContent();
          if (name.endsWith(".version") && !isExact(value)) {
            unpinned.add(name + " " + value);
          }
        }
      }
    }
    assertThat(managed).contains("jackson-databind", "maven-compiler-plugin", "junit-bom");
    managed.add("junit-jupiter"); // by junit-bom
    unpinned.removeAll(managed);
    assertThat(unpinned).isEmpty();
  }

  @Test
  void every_package_of_npm_has_one_version_and_a_checksum() throws IOException {
    JsonNode wanted = json("contracts/package.json").required("devDependencies");
    assertThat(wanted.properties()).isNotEmpty();
    assertThat(wanted.valueStream().map(JsonNode::asString))
        .allMatch(version -> version.matches("\\d+\\.\\d+\\.\\d+"));
    assertThat(json("contracts/package-lock.json").required("packages").properties())
        .hasSizeGreaterThan(100)
        .filteredOn(entry -> !entry.getKey().isEmpty())
        .allMatch(entry -> entry.getValue().path("integrity").asString("").startsWith("sha512-"));
  }

  private static boolean isExact(String version) {
    return version.matches("\\d[\\w.-]*|\\$\\{[\\w.-]+}") && !version.endsWith("-SNAPSHOT");
  }

  private static String child(Element element, String name) {
    for (var node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node.getNodeName().equals(name)) {
        return node.getTextContent().strip();
      }
    }
    return "";
  }

  private static JsonNode json(String file) throws IOException {
    return new JsonMapper().readTree(Files.readString(ROOT.resolve(file)));
  }
}
