package dev.paylink.platform.pdf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.jspecify.annotations.Nullable;

/**
 * The fonts of one document, each opened when a character needs it: Latin, Greek and Cyrillic,
 * Arabic, and Japanese. The document gets only the glyphs that it shows. A character of no font is
 * shown as U+FFFD.
 */
final class PdfFonts implements AutoCloseable {
  private static final int REPLACEMENT = 0xFFFD;

  private final PDDocument document;
  private final Map<Face, Font> fonts = new EnumMap<>(Face.class);
  private final Map<Integer, Glyph> regular = new HashMap<>();
  private final Map<Integer, Glyph> bold = new HashMap<>();

  PdfFonts(PDDocument document) {
    this.document = document;
  }

  private enum Face {
    LATIN("latin.ttf"),
    LATIN_BOLD("latin-bold.ttf"),
    ARABIC("arabic.ttf"),
    JAPANESE("japanese.ttf");

    static final List<Face> REGULAR = List.of(LATIN, ARABIC, JAPANESE);
    static final List<Face> BOLD = List.of(LATIN_BOLD, ARABIC, JAPANESE);

    private final String file;

    Face(String file) {
      this.file = file;
    }
  }

  private record Font(TrueTypeFont file, CmapLookup glyphs, PDType0Font drawn) {}

  /** A character as it is drawn, and its width in a font of size 1. */
  record Glyph(PDType0Font font, int codePoint, float width) {}

  Glyph glyph(int codePoint, boolean isBold) {
    return (isBold ? bold : regular).computeIfAbsent(codePoint, c -> find(c, isBold));
  }

  private Glyph find(int codePoint, boolean isBold) {
    for (Face face : isBold ? Face.BOLD : Face.REGULAR) {
      Glyph glyph = in(face, codePoint);
      if (glyph != null) {
        return glyph;
      }
    }
    return Objects.requireNonNull(in(Face.LATIN, REPLACEMENT), "no replacement character");
  }

  private @Nullable Glyph in(Face face, int codePoint) {
    Font font = fonts.computeIfAbsent(face, this::open);
    int glyph = font.glyphs.getGlyphId(codePoint);
    try {
      return glyph == 0
          ? null
          : new Glyph(
              font.drawn,
              codePoint,
              (float) font.file.getAdvanceWidth(glyph) / font.file.getUnitsPerEm());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + face.file, e);
    }
  }

  private Font open(Face face) {
    try (InputStream in =
        Objects.requireNonNull(PdfFonts.class.getResourceAsStream(face.file), face.file)) {
      TrueTypeFont file = new TTFParser().parse(new RandomAccessReadBuffer(in));
      return new Font(file, file.getUnicodeCmapLookup(), PDType0Font.load(document, file, true));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + face.file, e);
    }
  }

  /** Closes the files, once the document is stored. */
  @Override
  public void close() {
    for (Font font : fonts.values()) {
      try {
        font.file.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
