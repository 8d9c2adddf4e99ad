package dev.paylink.platform.pdf;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.GregorianCalendar;
import java.util.List;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDPageContentStream.AppendMode;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.pdmodel.interactive.viewerpreferences.PDViewerPreferences;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a document and what is drawn on them, in points from the upper left corner. The same
 * calls give the same bytes: no clock and no chance is asked.
 */
final class PdfPages implements AutoCloseable {
  private static final String PRODUCER = "Payment Link Service";
  private static final float FOOT = 30;
  private static final float FOOT_SIZE = 8;
  private static final float HAIRLINE = 0.6f;

  private final PDDocument document = new PDDocument();
  private final PdfFonts fonts = new PdfFonts(document);
  private final PDRectangle size;
  private final List<PDPage> pages = new ArrayList<>();
  private @Nullable PDPageContentStream content;

  PdfPages(boolean isLandscape) {
    PDRectangle a4 = PDRectangle.A4;
    this.size =
        isLandscape
            ? new PDRectangle(/* width= */ a4.getHeight(), /* height= */ a4.getWidth())
            : a4;
  }

  /** The colours, without the JDK's own, which load a library of the window system. */
  enum Ink {
    INK(0x171c26),
    SOFT(0x5c6675),
    LINE(0xd9dee6),
    SHADE(0xf3f5f8),
    GOOD(0x0f6b45),
    WARN(0x8a4b08);

    private final float red;
    private final float green;
    private final float blue;

    Ink(int rgb) {
      this.red = (rgb >> 16 & 0xff) / 255f;
      this.green = (rgb >> 8 & 0xff) / 255f;
      this.blue = (rgb & 0xff) / 255f;
    }
  }

  /** A text on one line, as it is seen. */
  record Line(List<PdfFonts.Glyph> glyphs, float width) {}

  float width() {
    return size.getWidth();
  }

  float height() {
    return size.getHeight();
  }

  /** Begins a page. */
  void turn() {
    try {
      finishPage();
      PDPage page = new PDPage(size);
      pages.add(page);
      content = new PDPageContentStream(document, page, AppendMode.OVERWRITE, true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Line> lines(PdfText text, boolean bold, float fontSize, float width) {
    return text.lines(width, c -> fonts.glyph(c, bold).width() * fontSize).stream()
        .map(seen -> line(seen, bold, fontSize))
        .toList();
  }

  private Line line(String seen, boolean bold, float fontSize) {
    List<PdfFonts.Glyph> glyphs = seen.codePoints().mapToObj(c -> fonts.glyph(c, bold)).toList();
    double width = glyphs.stream().mapToDouble(PdfFonts.Glyph::width).sum();
    return new Line(glyphs, (float) width * fontSize);
  }

  /** Draws a line whose left end and base are there. */
  void text(Line line, float left, float base, float fontSize, Ink color) {
    try {
      draw(page(), line, left, base, fontSize, color);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void draw(
      PDPageContentStream on, Line line, float left, float base, float fontSize, Ink color)
      throws IOException {
    on.beginText();
    on.setNonStrokingColor(color.red, color.green, color.blue);
    on.newLineAtOffset(left, height() - base);
    StringBuilder run = new StringBuilder();
    for (int i = 0; i < line.glyphs.size(); i++) {
      PdfFonts.Glyph glyph = line.glyphs.get(i);
      run.appendCodePoint(glyph.codePoint());
      if (i + 1 == line.glyphs.size() || !line.glyphs.get(i + 1).font().equals(glyph.font())) {
        on.setFont(glyph.font(), fontSize);
        on.showText(run.toString());
        run.setLength(0);
      }
    }
    on.endText();
  }

  /** Draws a thin line across. */
  void rule(float left, float right, float y, Ink color) {
    try {
      page().setStrokingColor(color.red, color.green, color.blue);
      page().setLineWidth(HAIRLINE);
      page().moveTo(left, height() - y);
      page().lineTo(right, height() - y);
      page().stroke();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fills a rectangle. */
  void fill(float left, float top, float width, float height, Ink color) {
    try {
      page().setNonStrokingColor(color.red, color.green, color.blue);
      page().addRect(left, height() - top - height, width, height);
      page().fill();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Draws a PNG whose upper left corner is there, no larger than this; returns its height. */
  float picture(byte[] png, float left, float right, boolean atRight, float top, float maxHeight) {
    try {
      PDImageXObject image = PDImageXObject.createFromByteArray(document, png, null);
      float scale =
          Math.min(1, Math.min(maxHeight / image.getHeight(), (right - left) / image.getWidth()));
      float width = image.getWidth() * scale;
      float height = image.getHeight() * scale;
      page()
          .drawImage(image, atRight ? right - width : left, height() - top - height, width, height);
      return height;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private PDPageContentStream page() {
    if (content == null) {
      throw new IllegalStateException("no page has begun");
    }
    return content;
  }

  private void finishPage() throws IOException {
    if (content != null) {
      content.close();
      content = null;
    }
  }

  /** Numbers the pages, and returns the document. */
  byte[] bytes(PdfDocument.About about, Ink footColor) {
    try {
      finishPage();
      for (int i = 0; i < pages.size(); i++) {
        document.addPage(pages.get(i));
        foot(pages.get(i), (i + 1) + " / " + pages.size(), footColor);
      }
      describe(about);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      document.save(bytes);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void foot(PDPage page, String number, Ink color) throws IOException {
    Line line = line(number, false, FOOT_SIZE);
    try (PDPageContentStream on =
        new PDPageContentStream(document, page, AppendMode.APPEND, true, true)) {
      draw(on, line, (width() - line.width) / 2, height() - FOOT, FOOT_SIZE, color);
    }
  }

  private void describe(PdfDocument.About about) {
    document.getDocumentInformation().setTitle(about.title());
    document.getDocumentInformation().setProducer(PRODUCER);
    document.getDocumentInformation().setCreationDate(calendar(about.at()));
    document.getDocumentCatalog().setLanguage(about.language().tag());
    PDViewerPreferences preferences = new PDViewerPreferences(new COSDictionary());
    preferences.setDisplayDocTitle(true);
    if (about.language().isRightToLeft()) {
      preferences.setReadingDirection(PDViewerPreferences.READING_DIRECTION.R2L);
    }
    document.getDocumentCatalog().setViewerPreferences(preferences);
    // Instead of the time, from which the library would make the id of the file.
    document.setDocumentId(about.at().toEpochMilli());
  }

  private static GregorianCalendar calendar(Instant at) {
    return GregorianCalendar.from(ZonedDateTime.ofInstant(at, ZoneOffset.UTC));
  }

  @Override
  public void close() {
    try (fonts;
        document) {
      finishPage();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
