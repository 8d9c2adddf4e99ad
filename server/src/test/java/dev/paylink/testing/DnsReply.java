package dev.paylink.testing;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** An answer of a name server to one question, as right or as wrong as a test wants it. */
public final class DnsReply {
  public static final int SERVER_FAILURE = 2;
  public static final int NO_SUCH_NAME = 3;

  private static final int HEADER = 12;
  private static final int BEHIND_NAME = 4;
  private static final int CNAME = 5;
  private static final int TXT = 16;

  private final List<byte[]> records = new ArrayList<>();
  private int id;
  private int flags = 0x8180;
  private byte[] question;
  private int missing;

  public DnsReply(byte[] asked) {
    ByteBuffer in = ByteBuffer.wrap(asked);
    this.id = in.getShort(0);
    this.question = new byte[asked.length - HEADER];
    in.get(HEADER, question);
  }

  /** The name that a question is about. */
  public static String name(byte[] asked) {
    StringBuilder name = new StringBuilder();
    for (int at = HEADER; asked[at] != 0; at += asked[at] + 1) {
      name.append(name.isEmpty() ? "" : ".")
          .append(new String(asked, at + 1, asked[at], StandardCharsets.US_ASCII));
    }
    return name.toString();
  }

  public DnsReply otherId() {
    id++;
    return this;
  }

  /** Answers a question about another name. */
  public DnsReply otherQuestion(String name) {
    byte[] wire = wire(name);
    question = ByteBuffer.allocate(wire.length + BEHIND_NAME).put(wire).putInt(0x100001).array();
    return this;
  }

  public DnsReply code(int code) {
    flags |= code;
    return this;
  }

  /** Is a question, and not an answer. */
  public DnsReply asking() {
    flags &= 0x7FFF;
    return this;
  }

  public DnsReply truncated() {
    flags |= 0x0200;
    return this;
  }

  /** Is of a server that follows no aliases. */
  public DnsReply notRecursive() {
    flags &= 0xFF7F;
    return this;
  }

  /** Counts this many records more than it has. */
  public DnsReply missing(int more) {
    missing = more;
    return this;
  }

  public DnsReply text(String owner, String... strings) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (String string : strings) {
      data.write(string.length());
      data.writeBytes(string.getBytes(StandardCharsets.ISO_8859_1));
    }
    return record(wire(owner), TXT, data.toByteArray());
  }

  public DnsReply alias(String owner, String target) {
    return record(wire(owner), CNAME, wire(target));
  }

  /** Adds what stands for one record. */
  public DnsReply raw(byte[] record) {
    records.add(record);
    return this;
  }

  private DnsReply record(byte[] owner, int type, byte[] data) {
    return raw(
        ByteBuffer.allocate(owner.length + 10 + data.length)
            .put(owner)
            .putShort((short) type)
            .putShort((short) 1)
            .putInt(60)
            .putShort((short) data.length)
            .put(data)
            .array());
  }

  public byte[] bytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(
        ByteBuffer.allocate(HEADER)
            .putShort((short) id)
            .putShort((short) flags)
            .putShort((short) 1)
            .putShort((short) (records.size() + missing))
            .array());
    out.writeBytes(question);
    records.forEach(out::writeBytes);
    return out.toByteArray();
  }

  private static byte[] wire(String name) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String label : name.split("\\.", -1)) {
      out.write(label.length());
      out.writeBytes(label.getBytes(StandardCharsets.US_ASCII));
    }
    out.write(0);
    return out.toByteArray();
  }
}
