package dev.paylink.platform.pdf;

import dev.paylink.platform.Unavailable;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.pdf.PdfPages.Ink;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A document on A4, written from top to bottom; in a right-to-left language it is mirrored.
 *
 * <ul>
 *   <li>Whatever a text contains, it stays within its own place: long ones wrap and run on to the
 *       next page, and no text changes the order of another.
 *   <li>The same content gives the same bytes. There are no scripts, links or files in it.
 *   <li>Few are made at once, each on a thread of its own, which the system can interrupt: a
 *       document takes much longer than a request.
 * </ul>
 */
public final class PdfDocument {
  private static final int AT_ONCE = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Semaphore PLACES = new Semaphore(AT_ONCE, /* fair= */ true);

  private static final float MARGIN = 56;
  private static final float BOTTOM = 60;
  private static final float LEADING = 1.4f;
  private static final float TEXT = 9.5f;
  private static final float SMALL = 9;
  private static final float TABLE = 7.5f;
  private static final float NAME = 13;
  private static final float TITLE = 22;
  private static final float HEADING = 12;
  private static final float LOGO = 36;
  private static final float LABELS = 112;
  private static final float GAP = 12;
  private static final float PADDING = 5;

  /** Above and below the text of a row. */
  private static final float ROW_PADDING = 3;

  private final PdfPages sheets;
  private final boolean rightToLeft;
  private float y;

  private PdfDocument(About about, PdfPages sheets) {
    this.sheets = sheets;
    this.rightToLeft = about.language.isRightToLeft();
  }

  /**
   * What a reader shows about the document. {@code at} is the time of its content, so that the same
   * content gives the same document.
   */
  public record About(String title, Language language, Instant at, boolean isLandscape) {}

  /** A column of a table: its share of the width, and whether it has numbers. */
  public record Column(String name, float share, boolean isNumber) {}

  /**
   * Returns the document that {@code content} writes. Throws {@link Unavailable} if too many are
   * being made.
   */
  public static byte[] print(About about, Consumer<PdfDocument> content) {
    try {
      if (!PLACES.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new Unavailable("too many documents are being made", null);
      }
      try {
        FutureTask<byte[]> task = new FutureTask<>(() -> make(about, content));
        Thread.ofPlatform().name("pdf").start(task);
        return task.get();
      } finally {
        PLACES.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unavailable("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("cannot make " + about.title, e.getCause());
    }
  }

  private static byte[] make(About about, Consumer<PdfDocument> content) {
    try (PdfPages sheets = new PdfPages(about.isLandscape)) {
      PdfDocument paper = new PdfDocument(about, sheets);
      paper.turn();
      content.accept(paper);
      return sheets.bytes(about, Ink.SOFT);
    }
  }

  private void turn() {
    sheets.turn();
    y = MARGIN;
  }

  /**
   * Writes who speaks, and a word about the state at the other end of the line.
   *
   * @param logo a PNG that stands above the name; null for none
   */
  public void letterhead(byte @Nullable [] logo, String name, String state, boolean isGood) {
    float width = width();
    if (logo != null) {
      float end = sheets.width() - MARGIN;
      y += sheets.picture(logo, MARGIN, end, rightToLeft, y, LOGO) + GAP / 2;
    }
    PdfText word = own(state);
    List<PdfPages.Line> stamp = sheets.lines(word, true, TEXT, width / 3);
    float taken = stamp.isEmpty() ? 0 : stamp.getFirst().width() + 2 * GAP;
    float top = y;
    if (!stamp.isEmpty()) {
      Ink color = isGood ? Ink.GOOD : Ink.SOFT;
      ending(stamp.getFirst(), 0, top + NAME, TEXT, color);
    }
    flow(sheets.lines(new PdfText(name), true, NAME, width - taken), 0, NAME, Ink.INK);
    y += GAP;
    sheets.rule(MARGIN, sheets.width() - MARGIN, y, Ink.INK);
    y += 2 * GAP;
  }

  /** Writes a title, and below it what it is about, large. */
  public void title(String title, String what) {
    flow(sheets.lines(own(title), false, TEXT, width()), 0, TEXT, Ink.SOFT);
    y += GAP / 3;
    flow(sheets.lines(new PdfText(what), true, TITLE, width()), 0, TITLE, Ink.INK);
    y += GAP;
  }

  /** Writes a sentence that must not be overlooked. */
  public void warning(String text) {
    flow(sheets.lines(own(text), true, SMALL, width()), 0, SMALL, Ink.WARN);
    y += GAP;
  }

  /** Writes a sentence. */
  public void note(String text) {
    flow(sheets.lines(own(text), false, SMALL, width()), 0, SMALL, Ink.SOFT);
    y += GAP;
  }

  /** Writes a heading, on the next page if there is no room for the head of a table and a row. */
  public void heading(String text) {
    y += GAP;
    room(7 * HEADING);
    flow(sheets.lines(own(text), true, HEADING, width()), 0, HEADING, Ink.INK);
    y += GAP / 2;
  }

  /** Writes one of several facts; nothing if its value is null. */
  public void fact(String label, @Nullable String value) {
    if (value == null || value.isBlank()) {
      return;
    }
    List<PdfPages.Line> names = sheets.lines(own(label), false, SMALL, LABELS);
    List<PdfPages.Line> values =
        sheets.lines(new PdfText(value), false, TEXT, width() - LABELS - GAP);
    room(2 * PADDING + Math.max(names.size(), 1) * TEXT * LEADING);
    sheets.rule(MARGIN, sheets.width() - MARGIN, y, Ink.LINE);
    y += PADDING;
    float top = y;
    float nameTop = top;
    for (PdfPages.Line name : names) {
      starting(name, 0, nameTop + TEXT, SMALL, Ink.SOFT);
      nameTop += TEXT * LEADING;
    }
    boolean onePage = flow(values, LABELS + GAP, TEXT, Ink.INK);
    if (onePage) {
      y = Math.max(y, nameTop);
    }
    y += PADDING;
  }

  /** Begins a table; its head is repeated on each page. */
  public Table table(List<Column> columns) {
    return new Table(columns);
  }

  /** Writes lines below each other, on further pages if need be; tells whether it was one page. */
  private boolean flow(List<PdfPages.Line> lines, float indent, float size, Ink color) {
    boolean onePage = true;
    for (PdfPages.Line line : lines) {
      onePage &= !room(size * LEADING);
      starting(line, indent, y + size, size, color);
      y += size * LEADING;
    }
    return onePage;
  }

  /** Turns the page if there is not as much room; tells whether it did. */
  private boolean room(float height) {
    if (y + height <= sheets.height() - BOTTOM) {
      return false;
    }
    turn();
    return true;
  }

  private void starting(PdfPages.Line line, float indent, float base, float size, Ink color) {
    float left = rightToLeft ? sheets.width() - MARGIN - indent - line.width() : MARGIN + indent;
    sheets.text(line, left, base, size, color);
  }

  private void ending(PdfPages.Line line, float indent, float base, float size, Ink color) {
    float left = rightToLeft ? MARGIN + indent : sheets.width() - MARGIN - indent - line.width();
    sheets.text(line, left, base, size, color);
  }

  private float width() {
    return sheets.width() - 2 * MARGIN;
  }

  private PdfText own(String text) {
    return PdfText.inDocument(text, rightToLeft);
  }

  /** A table whose rows are as high as their longest cell. */
  public final class Table {
    private final List<Column> columns;
    private final float shares;

    private Table(List<Column> columns) {
      this.columns = columns;
      this.shares = (float) columns.stream().mapToDouble(Column::share).sum();
      head();
    }

    /** Writes a row; a row that does not fit is on the next page, below a new head. */
    public void row(List<String> cells) {
      List<List<PdfPages.Line>> texts = lines(cells, false);
      if (room(height(texts))) {
        head();
      }
      sheets.rule(MARGIN, sheets.width() - MARGIN, y, Ink.LINE);
      draw(texts, Ink.INK);
    }

    private void head() {
      List<List<PdfPages.Line>> names = lines(columns.stream().map(Column::name).toList(), true);
      room(3 * height(names));
      sheets.fill(MARGIN, y, width(), height(names), Ink.SHADE);
      draw(names, Ink.SOFT);
    }

    private List<List<PdfPages.Line>> lines(List<String> cells, boolean bold) {
      return IntStream.range(0, columns.size())
          .mapToObj(
              i -> sheets.lines(new PdfText(cells.get(i)), bold, TABLE, place(i) - 2 * PADDING))
          .toList();
    }

    private float height(List<List<PdfPages.Line>> cells) {
      int most = cells.stream().mapToInt(List::size).max().orElse(0);
      return most * TABLE * LEADING + 2 * ROW_PADDING;
    }

    private void draw(List<List<PdfPages.Line>> cells, Ink color) {
      float left = MARGIN;
      for (int i = 0; i < columns.size(); i++) {
        float base = y + ROW_PADDING + TABLE;
        for (PdfPages.Line line : cells.get(i)) {
          float at =
              columns.get(i).isNumber ? left + place(i) - PADDING - line.width() : left + PADDING;
          sheets.text(line, at, base, TABLE, color);
          base += TABLE * LEADING;
        }
        left += place(i);
      }
      y += height(cells);
    }

    private float place(int column) {
      return width() * columns.get(column).share / shares;
    }
  }
}
