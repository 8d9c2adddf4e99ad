package dev.paylink.platform.csv;

/**
 * What a file begins with so that Excel reads it as UTF-8. A program that reads CSV takes it for a
 * part of the first name, so that only those get it who ask: the dashboard's links do.
 */
public final class ByteOrderMark {
  /** The parameter of the calls that asks for it. */
  public static final String PARAMETER = "bom";

  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private ByteOrderMark() {}

  /** Returns what stands before the header. */
  public static byte[] bytes(boolean asked) {
    return asked ? MARK.clone() : new byte[0];
  }
}
