package dev.paylink.settlement.statement;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Rows of a table that are written once what stands before them is known. They are kept compressed,
 * some twenty bytes each: a month has thousands.
 */
final class KeptRows implements AutoCloseable {
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(kept));
  private final int columns;
  private int count;

  KeptRows(int columns) {
    this.columns = columns;
  }

  void add(List<String> cells) {
    try {
      for (String cell : cells) {
        out.writeUTF(cell);
      }
      count++;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
  }

  /** Gives all rows to the consumer, in their order; no more can be added. */
  void forEach(Consumer<List<String>> consumer) {
    close();
    try (DataInputStream in =
        new DataInputStream(
            new InflaterInputStream(new ByteArrayInputStream(kept.toByteArray())))) {
      for (int row = 0; row < count; row++) {
        List<String> cells = new ArrayList<>(columns);
        for (int column = 0; column < columns; column++) {
          cells.add(in.readUTF());
        }
        consumer.accept(cells);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Frees the memory of the compressor, which is not on the heap; a second call does nothing. */
  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
