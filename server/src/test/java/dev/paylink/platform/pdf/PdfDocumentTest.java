package dev.paylink.platform.pdf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.language.Language;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents, read back by the library that wrote them. */
final class PdfDocumentTest {
  private static final Instant AT = Instant.parse("2026-11-16T12:00:00Z");
  private static final String NUMBER = "123456789012345678901234567890123456789012345";

  @Test
  void same_content_gives_the_same_bytes_and_another_gives_others() {
    byte[] once = print(Language.JA, paper -> paper.fact("領収書", "Zoë 東京 سلام"));
    assertThat(print(Language.JA, paper -> paper.fact("領収書", "Zoë 東京 سلام"))).isEqualTo(once);
    assertThat(print(Language.JA, paper -> paper.fact("領収書", "Zoë 京都"))).isNotEqualTo(once);
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void title_and_language_are_told(Language language) throws IOException {
    try (PDDocument document = Loader.loadPDF(print(language, paper -> {}))) {
      assertThat(document.getDocumentInformation().getTitle()).isEqualTo("Title <b>");
      assertThat(document.getDocumentCatalog().getLanguage()).isEqualTo(language.tag());
      assertThat(document.getDocumentCatalog().getViewerPreferences().displayDocTitle()).isTrue();
      assertThat(document.getDocumentCatalog().getViewerPreferences().getReadingDirection())
          .isEqualTo(language.isRightToLeft() ? "R2L" : "L2R");
    }
  }

  @Test
  void text_of_six_languages_is_read_back_from_small_embedded_fonts() throws IOException {
    List<String> texts =
        List.of(
            "Größe, ça, año, Ελλάδα, Україна, 12,50 €",
            "領収書 ブロックチェーン上の証明",
            "المبلغ المدفوع",
            "<script>alert(1)</script> & \"x\"");
    byte[] file = print(Language.EN, paper -> texts.forEach(text -> paper.fact("Label", text)));
    assertThat(file).hasSizeLessThan(100_000);
    try (PDDocument document = Loader.loadPDF(file)) {
      String read = new PDFTextStripper().getText(document);
      assertThat(read).contains(texts);
      PDPage page = document.getPage(0);
      for (COSName name : page.getResources().getFontNames()) {
        PDFont font = page.getResources().getFont(name);
        assertThat(font.isEmbedded()).isTrue();
        assertThat(font.getName()).matches("[A-Z]{6}\\+.+");
      }
    }
  }

  @Test
  void letter_of_no_font_is_shown_as_one() throws IOException {
    byte[] file = print(Language.EN, paper -> paper.fact("Label", "a😀b\uD800c"));
    try (PDDocument document = Loader.loadPDF(file)) {
      assertThat(new PDFTextStripper().getText(document)).contains("a\uFFFDb\uFFFDc");
    }
  }

  /** Whatever stands in a field, it stays within the margins and off the other fields. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        NUMBER,
        "\u202E" + NUMBER,
        "سلام " + NUMBER + " (x)",
        "<table><tr><td>" + NUMBER + "</td>",
        "\n\n\n\t\u2029",
        "W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W",
      })
  void text_stays_in_its_place(String text) throws IOException {
    for (Language language : List.of(Language.EN, Language.AR)) {
      byte[] file =
          print(
              language,
              paper -> {
                paper.letterhead(null, text, text, true);
                paper.title(text, text + text + text);
                paper.warning(text);
                paper.heading(text);
                for (int i = 0; i < 40; i++) {
                  paper.fact(text, text + ' ' + text + ' ' + text);
                }
                PdfDocument.Table table =
                    paper.table(
                        List.of(
                            new PdfDocument.Column("A", 1, false),
                            new PdfDocument.Column(text, 1, true)));
                for (int i = 0; i < 100; i++) {
                  table.row(List.of(text, text));
                }
              });
      try (PDDocument document = Loader.loadPDF(file)) {
        List<TextPosition> places = places(document);
        assertThat(places).isNotEmpty();
        for (TextPosition place : places) {
          assertThat(place.getX()).as(place.getUnicode()).isBetween(55f, 540f);
          assertThat(place.getX() + place.getWidth()).isLessThan(541f);
          assertThat(place.getY()).isBetween(56f, 842f - 29);
        }
        assertNoneOnAnother(places);
      }
    }
  }

  @Test
  void nothing_but_text_is_in_it() throws IOException {
    byte[] file = print(Language.EN, paper -> paper.fact("Label", "https://example.com/x"));
    try (PDDocument document = Loader.loadPDF(file)) {
      assertThat(document.getDocumentCatalog().getCOSObject().keySet())
          .extracting(COSName::getName)
          .isSubsetOf("Type", "Version", "Pages", "Lang", "ViewerPreferences");
      assertThat(document.getPage(0).getAnnotations()).isEmpty();
      assertThat(document.getPage(0).getCOSObject().keySet())
          .extracting(COSName::getName)
          .isSubsetOf("Type", "MediaBox", "Parent", "Contents", "Resources");
    }
  }

  @Test
  void pages_are_numbered() throws IOException {
    byte[] file =
        print(
            Language.EN,
            paper -> {
              PdfDocument.Table table =
                  paper.table(List.of(new PdfDocument.Column("Head", 1, false)));
              for (int row = 1; row <= 60; row++) {
                table.row(List.of("row " + row));
              }
            });
    try (PDDocument document = Loader.loadPDF(file)) {
      assertThat(new PDFTextStripper().getText(document).lines())
          .contains("row 1", "1 / 2", "row 60", "2 / 2")
          .hasSize(2 + 60 + 2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {36, 37, 38, 39, 40, 41})
  void heading_is_on_the_page_of_the_table_below_it(int rowsAbove) throws IOException {
    List<PdfDocument.Column> columns = List.of(new PdfDocument.Column("Head", 1, false));
    byte[] file =
        print(
            Language.EN,
            paper -> {
              PdfDocument.Table above = paper.table(columns);
              for (int row = 1; row <= rowsAbove; row++) {
                above.row(List.of("row " + row));
              }
              paper.heading("Below");
              paper.table(columns).row(List.of("first"));
            });
    try (PDDocument document = Loader.loadPDF(file)) {
      PDFTextStripper last = new PDFTextStripper();
      last.setStartPage(document.getNumberOfPages());
      List<String> lines = last.getText(document).lines().toList();
      assertThat(lines).contains("first");
      assertThat(lines.indexOf("Below")).isBetween(0, lines.indexOf("first"));
    }
  }

  @Test
  void page_can_be_drawn() throws IOException {
    byte[] file = print(Language.AR, paper -> paper.title("إيصال", "125.50 USD"));
    try (PDDocument document = Loader.loadPDF(file)) {
      BufferedImage image = new PDFRenderer(document).renderImageWithDPI(0, 36);
      List<Integer> dark = new ArrayList<>();
      for (int x = 0; x < image.getWidth(); x++) {
        for (int y = 0; y < image.getHeight() / 2; y++) {
          if ((image.getRGB(x, y) & 0xff) < 128) {
            dark.add(x);
          }
        }
      }
      // In a right-to-left language the text begins at the right margin.
      assertThat(dark).isNotEmpty().allMatch(x -> x > image.getWidth() / 2);
    }
  }

  private static void assertNoneOnAnother(List<TextPosition> places) {
    for (int i = 1; i < places.size(); i++) {
      TextPosition one = places.get(i - 1);
      TextPosition other = places.get(i);
      boolean sameLine = Math.abs(one.getY() - other.getY()) < 1;
      assertThat(
              sameLine
                  && one.getX() < other.getX()
                  && one.getX() + one.getWidth() > other.getX() + 1)
          .as(one + " on " + other)
          .isFalse();
    }
  }

  private static List<TextPosition> places(PDDocument document) throws IOException {
    List<TextPosition> places = new ArrayList<>();
    new PDFTextStripper() {
      @Override
      protected void processTextPosition(TextPosition text) {
        places.add(text);
      }
    }.getText(document);
    return places;
  }

  private static byte[] print(Language language, Consumer<PdfDocument> content) {
    return PdfDocument.print(new PdfDocument.About("Title <b>", language, AT, false), content);
  }
}
