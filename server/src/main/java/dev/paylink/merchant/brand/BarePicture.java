package dev.paylink.merchant.brand;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A PNG or JPEG file without all that is not needed to draw it: texts, colour profiles, previews
 * and places where it was taken. Decoders inflate and interpret such parts, and those would be the
 * ones to attack.
 *
 * @param format as {@code ImageIO} names it
 */
record BarePicture(String format, byte[] bytes) {
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final Set<String> PNG_CHUNKS = Set.of("IHDR", "PLTE", "tRNS", "IDAT", "IEND");

  /** Length, type and checksum around the data of a chunk. */
  private static final int CHUNK_FRAME = 12;

  /** Each costs a walk over all pixels; a picture that loads in steps has about ten. */
  private static final int MAX_SCANS = 30;

  private static final int MARKER = 0xff;
  private static final int START_OF_IMAGE = 0xd8;
  private static final int START_OF_SCAN = 0xda;
  private static final int JFIF = 0xe0;
  private static final int ADOBE = 0xee; // tells how colours are stored
  private static final int LAST_APP = 0xef;
  private static final int COMMENT = 0xfe;

  /** Returns the bare picture; null if it is of neither kind, or broken, or made to be slow. */
  static @Nullable BarePicture of(byte[] file) {
    if (file.length > PNG.length && Arrays.equals(file, 0, PNG.length, PNG, 0, PNG.length)) {
      byte[] bytes = png(file);
      return bytes == null ? null : new BarePicture("png", bytes);
    }
    if (file.length > 3 && at(file, 0) == MARKER && at(file, 1) == START_OF_IMAGE) {
      byte[] bytes = jpeg(file);
      return bytes == null ? null : new BarePicture("jpeg", bytes);
    }
    return null;
  }

  private static byte @Nullable [] png(byte[] file) {
    ByteArrayOutputStream bare = new ByteArrayOutputStream(file.length);
    bare.writeBytes(PNG);
    int at = PNG.length;
    while (at + CHUNK_FRAME <= file.length) {
      int length = ByteBuffer.wrap(file).getInt(at);
      if (length < 0 || length > file.length - at - CHUNK_FRAME) {
        return null;
      }
      String type = new String(file, at + 4, 4, StandardCharsets.ISO_8859_1);
      if (PNG_CHUNKS.contains(type)) {
        bare.write(file, at, length + CHUNK_FRAME);
      }
      if (type.equals("IEND")) {
        return bare.toByteArray();
      }
      at += length + CHUNK_FRAME;
    }
    return null;
  }

  private static byte @Nullable [] jpeg(byte[] file) {
    ByteArrayOutputStream bare = new ByteArrayOutputStream(file.length);
    bare.write(file, 0, 2);
    int at = 2;
    while (at + 4 <= file.length && at(file, at) == MARKER) {
      int marker = at(file, at + 1);
      int length = at(file, at + 2) << 8 | at(file, at + 3);
      if (length < 2 || at + 2 + length > file.length) {
        return null;
      }
      if (marker == START_OF_SCAN) {
        bare.write(file, at, file.length - at);
        return scans(file, at) > MAX_SCANS ? null : bare.toByteArray();
      }
      boolean dropped =
          marker == COMMENT || (marker > JFIF && marker <= LAST_APP && marker != ADOBE);
      if (!dropped) {
        bare.write(file, at, length + 2);
      }
      at += length + 2;
    }
    return null;
  }

  /** Counts the scans from there on: inside their data a marker's first byte is escaped. */
  private static int scans(byte[] file, int from) {
    int scans = 0;
    for (int at = from; at + 1 < file.length; at++) {
      if (at(file, at) == MARKER && at(file, at + 1) == START_OF_SCAN) {
        scans++;
      }
    }
    return scans;
  }

  private static int at(byte[] file, int index) {
    return file[index] & 0xff;
  }
}
