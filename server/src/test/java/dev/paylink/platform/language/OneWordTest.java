package dev.paylink.platform.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One thing has one word in the texts of a language: the second words that they had stay out. */
final class OneWordTest {
  private static final Path RESOURCES = Path.of("src/main/resources/dev/paylink");

  /** A second word, and the one that stayed. */
  private static final Map<Language, Map<String, String>> SECOND_WORDS =
      Map.of(
          Language.EN,
          Map.of("(?i)given up|gave up", "exhausted", "Never sent", "Not sent"),
          Language.DE,
          Map.of(
              "(?i)rückzahl|zurück(zu)?zahl|zurückgezahlt", "Erstattung, erstatten",
              "(?i)belege?\\b", "Quittung",
              "\\bBriefe?\\b", "E-Mail",
              "(?i)zustand", "Status",
              "Abrechnungsregel", "Zahlungsregeln"),
          Language.ES,
          Map.of("\\bcartas?\\b", "correo"),
          Language.FR,
          Map.of("(?i)courriel", "e-mail", "\\b(la|une) lettre\\b", "e-mail"),
          Language.JA,
          Map.of("販売者", "加盟店"));

  @ParameterizedTest
  @EnumSource
  void one_thing_has_one_word(Language language) throws IOException {
    List<String> found = new ArrayList<>();
    for (Map.Entry<String, String> word :
        SECOND_WORDS.getOrDefault(language, Map.of()).entrySet()) {
      Pattern second = Pattern.compile(word.getKey());
      for (Path file : files(language)) {
        Files.readAllLines(file).stream()
            .filter(line -> second.matcher(line.substring(line.indexOf('=') + 1)).find())
            .forEach(line -> found.add(line + ": write " + word.getValue()));
      }
    }
    assertThat(found).isEmpty();
  }

  private static List<Path> files(Language language) throws IOException {
    String name = language.tag() + ".properties";
    try (Stream<Path> files = Files.walk(RESOURCES)) {
      List<Path> its = files.filter(file -> file.endsWith(name)).toList();
      assertThat(its).isNotEmpty();
      return its;
    }
  }
}
