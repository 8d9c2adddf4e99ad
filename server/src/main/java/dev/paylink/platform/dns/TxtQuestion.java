package dev.paylink.platform.dns;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One question for the TXT records of a name (RFC 1035), and what an answer to it says.
 *
 * <ul>
 *   <li>An answer without our id and our question is somebody else's.
 *   <li>An answer counts whole or not at all: one that was cut, or cannot be read, says nothing.
 *   <li>Only records of the name itself count, or of the name that its aliases lead to.
 *   <li>Names, aliases and pointers have limits, so that reading ends soon whatever was sent.
 * </ul>
 */
final class TxtQuestion {
  private static final int HEADER = 12;
  private static final int IS_ANSWER = 0x8000;
  private static final int OPERATION = 0x7800;
  private static final int TRUNCATED = 0x0200;
  private static final int RECURSION_DESIRED = 0x0100;
  private static final int RECURSION_AVAILABLE = 0x0080;
  private static final int CODE = 0x000F;
  private static final int NO_ERROR = 0;
  private static final int NO_SUCH_NAME = 3;

  private static final int INTERNET = 1;
  private static final int CNAME = 5;
  private static final int TXT = 16;
  private static final int POINTER = 0xC0;

  private static final int MAX_LABEL = 63;
  private static final int MAX_NAME = 255;
  private static final int MAX_STEPS = 160;
  private static final int MAX_ALIASES = 8;

  private final byte[] bytes;

  /**
   * Writes the question.
   *
   * @param name in ASCII
   * @throws IllegalArgumentException if no name server could have such a name
   */
  TxtQuestion(String name, int id) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(
        ByteBuffer.allocate(HEADER)
            .putShort((short) id)
            .putShort((short) RECURSION_DESIRED)
            .putShort((short) 1)
            .array());
    for (String label : name.split("\\.", -1)) {
      byte[] text = label.getBytes(StandardCharsets.US_ASCII);
      if (text.length == 0 || text.length > MAX_LABEL) {
        throw new IllegalArgumentException("not a name: " + name);
      }
      out.write(text.length);
      out.writeBytes(text);
    }
    out.write(0);
    if (out.size() - HEADER > MAX_NAME) {
      throw new IllegalArgumentException("not a name: " + name);
    }
    out.writeBytes(new byte[] {0, TXT, 0, INTERNET});
    this.bytes = out.toByteArray();
  }

  /** What an answer says. */
  sealed interface Answer {
    /** The name has these texts, and no others. */
    record Texts(List<String> texts) implements Answer {}

    /** The whole answer is to be had over TCP. */
    record Truncated() implements Answer {}

    /** It is not an answer to this question. */
    record Foreign() implements Answer {}

    /** It says nothing about the name. */
    record Unusable(String why) implements Answer {}
  }

  /** Returns what is sent. */
  byte[] bytes() {
    return bytes.clone();
  }

  /** Reads an answer, whatever it is. */
  Answer read(byte[] message) {
    try {
      return answer(ByteBuffer.wrap(message));
    } catch (IllegalArgumentException | IndexOutOfBoundsException | BufferUnderflowException e) {
      return new Answer.Unusable("the answer cannot be read");
    }
  }

  private Answer answer(ByteBuffer in) {
    if (!isOurs(in)) {
      return new Answer.Foreign();
    }
    int flags = in.getShort(2);
    if ((flags & TRUNCATED) != 0) {
      return new Answer.Truncated();
    }
    int code = flags & CODE;
    if (code == NO_SUCH_NAME) {
      return new Answer.Texts(List.of());
    }
    if (code != NO_ERROR) {
      return new Answer.Unusable("response code " + code);
    }
    return texts(in, (flags & RECURSION_AVAILABLE) != 0);
  }

  private boolean isOurs(ByteBuffer in) {
    if (in.limit() < bytes.length
        || in.getShort(0) != ByteBuffer.wrap(bytes).getShort(0)
        || (in.getShort(2) & (IS_ANSWER | OPERATION)) != IS_ANSWER
        || in.getShort(4) != 1) {
      return false;
    }
    for (int i = HEADER; i < bytes.length; i++) {
      if (lowerCase(in.get(i)) != lowerCase(bytes[i])) {
        return false;
      }
    }
    return true;
  }

  private Answer texts(ByteBuffer in, boolean isRecursive) {
    Map<String, String> aliases = new HashMap<>();
    Map<String, List<String>> texts = new HashMap<>();
    int records = Short.toUnsignedInt(in.getShort(6));
    in.position(HEADER);
    String asked = name(in);
    in.position(bytes.length);
    for (int i = 0; i < records; i++) {
      String owner = name(in);
      int type = in.getShort();
      boolean isInternet = in.getShort() == INTERNET;
      in.getInt(); // how long it may be kept: we keep nothing
      int length = Short.toUnsignedInt(in.getShort());
      int end = in.position() + length;
      ByteBuffer data = in.slice(in.position(), length);
      if (isInternet && type == CNAME) {
        aliases.put(owner, name(in));
        if (in.position() != end) {
          throw new IllegalArgumentException("an alias of another length");
        }
      } else if (isInternet && type == TXT) {
        texts.computeIfAbsent(owner, any -> new ArrayList<>()).add(text(data));
      }
      in.position(end);
    }
    return follow(asked, aliases, texts, isRecursive);
  }

  private static Answer follow(
      String asked,
      Map<String, String> aliases,
      Map<String, List<String>> texts,
      boolean isRecursive) {
    String name = asked;
    for (int followed = 0; followed <= MAX_ALIASES; followed++) {
      if (name == null) { // a server that does not follow aliases says nothing about their target
        return isRecursive || followed == 1
            ? new Answer.Texts(List.of())
            : new Answer.Unusable("an alias was not followed");
      }
      List<String> found = texts.get(name);
      if (found != null) {
        return new Answer.Texts(found);
      }
      name = aliases.get(name);
    }
    return new Answer.Unusable("too many aliases");
  }

  /** Reads the strings of one record, which are one text: a string has 255 bytes at most. */
  private static String text(ByteBuffer data) {
    StringBuilder text = new StringBuilder();
    while (data.hasRemaining()) {
      byte[] part = new byte[Byte.toUnsignedInt(data.get())];
      data.get(part);
      text.append(new String(part, StandardCharsets.ISO_8859_1));
    }
    return text.toString();
  }

  /**
   * Reads a name in lower case, each label behind its length: a label may have a full stop in it.
   */
  private static String name(ByteBuffer in) {
    StringBuilder name = new StringBuilder();
    int at = in.position();
    int after = -1;
    for (int step = 0; step < MAX_STEPS; step++) {
      int length = Byte.toUnsignedInt(in.get(at));
      if (length == 0) {
        in.position(after < 0 ? at + 1 : after);
        return name.toString();
      }
      if ((length & POINTER) == POINTER) { // the name goes on at an earlier place
        int target = in.getShort(at) & 0x3FFF;
        if (target >= at) {
          throw new IllegalArgumentException("a pointer that leads nowhere");
        }
        after = after < 0 ? at + 2 : after;
        at = target;
      } else if (length <= MAX_LABEL && name.length() + length < MAX_NAME) {
        name.append((char) length);
        for (int i = 1; i <= length; i++) {
          name.append((char) lowerCase(in.get(at + i)));
        }
        at += length + 1;
      } else {
        throw new IllegalArgumentException("a label that is too long");
      }
    }
    throw new IllegalArgumentException("a name without an end");
  }

  private static int lowerCase(byte letter) {
    int unsigned = Byte.toUnsignedInt(letter);
    return unsigned >= 'A' && unsigned <= 'Z' ? unsigned + ('a' - 'A') : unsigned;
  }
}
