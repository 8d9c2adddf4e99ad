package dev.paylink.platform.picture;

import dev.paylink.platform.language.Message;
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
  static final Message BROKEN = Message.of("field.picturebroken");

  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final Set<String> PNG_CHUNKS = Set.of("IHDR", "PLTE", "tRNS", "IDAT", "IEND");
  private static final String ANIMATION = "acTL";

  /** Length, type and checksum around the data of a chunk. */
  private static final int CHUNK_FRAME = 12;

  /** Each costs a walk over all pixels; a picture that loads in steps has about ten. */
  private static final int MAX_SCANS = 30;

  private static final int MARKER = 0xff;
  private static final int START_OF_IMAGE = 0xd8;
  private static final int END_OF_IMAGE = 0xd9;
  private static final int START_OF_SCAN = 0xda;
  private static final int FIRST_RESTART = 0xd0;
  private static final int LAST_RESTART = 0xd7;
  private static final int JFIF = 0xe0;
  private static final int ADOBE = 0xee; // tells how colours are stored
  private static final int LAST_APP = 0xef;
  private static final int COMMENT = 0xfe;

  /** A file that we do not take; {@link #why} is for its sender. */
  static final class NotTaken extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Message why;

    NotTaken(Message why) {
      super(why.key(), null, false, false);
      this.why = why;
    }

    Message why() {
      return why;
    }
  }

  /** Returns the bare picture. */
  static BarePicture of(byte[] file) throws NotTaken {
    if (startsWith(file, PNG)) {
      return new BarePicture("png", png(file));
    }
    if (file.length > 3 && at(file, 0) == MARKER && at(file, 1) == START_OF_IMAGE) {
      return new BarePicture("jpeg", jpeg(file));
    }
    String other =
        otherKind(new String(file, 0, Math.min(file.length, 16), StandardCharsets.ISO_8859_1));
    throw new NotTaken(
        other == null ? Message.of("field.picture") : Message.of("field.pictureother", other));
  }

  /** Names a kind that people take for one that every program reads; null for any other. */
  private static @Nullable String otherKind(String start) {
    if (start.startsWith("RIFF") && start.startsWith("WEBP", 8)) {
      return "WebP";
    }
    if (start.startsWith("GIF8")) {
      return "GIF";
    }
    if (start.startsWith("ftypavif", 4)) {
      return "AVIF";
    }
    if (start.startsWith("ftyphei", 4) || start.startsWith("ftypmif1", 4)) {
      return "HEIC";
    }
    return start.startsWith("<svg") || start.startsWith("<?xml") ? "SVG" : null;
  }

  private static byte[] png(byte[] file) throws NotTaken {
    ByteArrayOutputStream bare = new ByteArrayOutputStream(file.length);
    bare.writeBytes(PNG);
    int at = PNG.length;
    while (at + CHUNK_FRAME <= file.length) {
      int length = ByteBuffer.wrap(file).getInt(at);
      if (length < 0 || length > file.length - at - CHUNK_FRAME) {
        throw cutOff();
      }
      String type = new String(file, at + 4, 4, StandardCharsets.ISO_8859_1);
      if (type.equals(ANIMATION)) {
        throw new NotTaken(Message.of("field.pictureanimated"));
      }
      if (PNG_CHUNKS.contains(type)) {
        bare.write(file, at, length + CHUNK_FRAME);
      }
      at += length + CHUNK_FRAME;
      if (type.equals("IEND")) {
        requireEnd(file, at);
        return bare.toByteArray();
      }
    }
    throw cutOff();
  }

  private static byte[] jpeg(byte[] file) throws NotTaken {
    ByteArrayOutputStream bare = new ByteArrayOutputStream(file.length);
    bare.write(file, 0, 2);
    int scans = 0;
    int at = 2;
    while (at + 2 <= file.length && at(file, at) == MARKER) {
      int marker = at(file, at + 1);
      if (marker == END_OF_IMAGE) {
        bare.write(file, at, 2);
        requireEnd(file, at + 2);
        return bare.toByteArray();
      }
      int length = at + 4 <= file.length ? at(file, at + 2) << 8 | at(file, at + 3) : 0;
      if (length < 2 || at + 2 + length > file.length) {
        throw cutOff();
      }
      int end = at + 2 + length;
      if (marker == START_OF_SCAN) {
        if (++scans > MAX_SCANS) {
          throw new NotTaken(Message.of("field.picturescans"));
        }
        end = endOfScan(file, end);
      }
      boolean dropped =
          marker == COMMENT || (marker > JFIF && marker <= LAST_APP && marker != ADOBE);
      if (!dropped) {
        bare.write(file, at, end - at);
      }
      at = end;
    }
    throw cutOff();
  }

  /** Returns where the next marker is: inside a scan's data a marker's first byte is escaped. */
  private static int endOfScan(byte[] file, int from) {
    int at = from;
    while (at + 1 < file.length) {
      int next = at(file, at + 1);
      boolean data =
          at(file, at) != MARKER
              || next == 0
              || next == MARKER
              || (next >= FIRST_RESTART && next <= LAST_RESTART);
      if (!data) {
        return at;
      }
      at++;
    }
    return file.length;
  }

  /** A file that is a picture and something else as well is kept by nobody for its picture. */
  private static void requireEnd(byte[] file, int end) throws NotTaken {
    if (end != file.length) {
      throw new NotTaken(Message.of("field.picturemore"));
    }
  }

  private static NotTaken cutOff() {
    return new NotTaken(BROKEN);
  }

  private static boolean startsWith(byte[] file, byte[] start) {
    return file.length > start.length
        && Arrays.equals(file, 0, start.length, start, 0, start.length);
  }

  private static int at(byte[] file, int index) {
    return file[index] & 0xff;
  }
}
