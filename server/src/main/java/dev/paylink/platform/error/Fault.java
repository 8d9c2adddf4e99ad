package dev.paylink.platform.error;

/** One fault in a body: the field (a dotted path, empty for the whole) and what is wrong. */
public record Fault(String field, String message) {
  private static final int LONGEST_NAME = 64;

  /** Returns a name for a fault: the sender chose it, so a long one is cut. */
  static String shown(String name) {
    if (name.length() <= LONGEST_NAME) {
      return name;
    }
    boolean splitsPair = Character.isHighSurrogate(name.charAt(LONGEST_NAME - 1));
    return name.substring(0, splitsPair ? LONGEST_NAME - 1 : LONGEST_NAME) + "…";
  }
}
