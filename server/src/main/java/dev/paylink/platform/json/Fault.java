package dev.paylink.platform.json;

/** One thing wrong with a body: which field (a dotted path, empty for the whole) and what. */
public record Fault(String field, String message) {
  private static final int LONGEST_NAME = 64;

  /** A name as it may stand in a fault: the sender chose it, so it is cut when it is long. */
  static String shown(String name) {
    if (name.length() <= LONGEST_NAME) {
      return name;
    }
    boolean splitsPair = Character.isHighSurrogate(name.charAt(LONGEST_NAME - 1));
    return name.substring(0, splitsPair ? LONGEST_NAME - 1 : LONGEST_NAME) + "…";
  }
}
