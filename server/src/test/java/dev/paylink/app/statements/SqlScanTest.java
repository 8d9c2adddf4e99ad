package dev.paylink.app.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No SQL escapes the register by the way in which it is written. */
final class SqlScanTest {
  private static final String CONSTANT =
      "static final String FIND = \"select a from b where c = :c\";";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "void run() { query(\"select a from b\"); }",
        "void run() { query(\"\"\"\n    select a\n      from b\n    \"\"\"); }",
        "void run() { query(\"\"\"\n    with x as (select 1) update b set a = 1\n    \"\"\"); }",
        "void run() { query(\"\"\"\n    insert into b (a)\n    values (:a)\n    \"\"\"); }",
        "void run() { String sql = \"delete \" + \"from b\"; query(sql); }",
        "void run(String table) { query(\"update \" + table + \" set a = 1\"); }",
        "void run() { query(wide ? \"select now() from b\" : OTHER); }",
        "void run() { Runnable later = () -> query(\"select a from b\"); }",
        "final String find = \"select a from b\";",
        "static String find = \"select a from b\";",
        "static final List<String> ALL = List.of(\"select a from b\");",
        "static String find(int kind) { return \"select a from b where k = \" + kind; }",
        CONSTANT + " void run() { query(FIND + \" and d\"); }",
        CONSTANT + " void run() { query(FIND.replace(\":c\", \"1\")); }",
        CONSTANT + " void run() { query(Planted.FIND.formatted(1)); }",
        CONSTANT + " static String more(String d) { return FIND + d; }",
        CONSTANT + " class Inner { void run() { query(FIND + \" and d\"); } }",
        CONSTANT + " class Inner { void run() { query(Planted.FIND + \" and d\"); } }",
      })
  void sql_outside_of_a_constant_is_seen(String member) {
    assertThat(strays(member)).singleElement().asString().startsWith("Planted.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        CONSTANT + " void run() { query(FIND); }",
        "static final String FIND = \"\"\"\n    select a from b\n    \"\"\";",
        "static final String FIND = COLUMNS + \"select a\" + \" from b\";",
        "interface Texts { String FIND = \"select a from b\"; }",
        "static final String A = of(\"a\"); private static String of(String s) { return \"select \" + s + \" from b\"; }",
        "static String find(boolean all) { return \"select a from b\" + (all ? \"\" : \" limit 1\"); }",
        "void run() { say(\"select your wallet\"); say(\"update your key\"); say(\"delete it\"); }",
        "void run() { /* select a from b */ query(FIND); // delete from b\n }",
      })
  void sql_in_a_constant_and_words_are_left_alone(String member) {
    assertThat(strays(member)).isEmpty();
  }

  @Test
  void method_that_makes_constants_makes_nothing_else() {
    String maker = "private static String of(String s) { return \"select \" + s + \" from b\"; }";
    assertThat(strays("static final String A = of(\"a\"); void run() { query(of(x)); } " + maker))
        .hasSize(1);
  }

  private static List<String> strays(String member) {
    return SqlScan.strays(List.of(source("final class Planted { " + member + " }")));
  }

  private static JavaFileObject source(String text) {
    return new SimpleJavaFileObject(
        URI.create("string:///Planted.java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }
}
