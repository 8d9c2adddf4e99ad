package dev.paylink.platform.error;

import dev.paylink.platform.language.Message;
import java.util.List;

/** One fault in a body: the field (a dotted path, empty for the whole) and what is wrong. */
public record Fault(String field, Message message) {
  private static final int LONGEST_NAME = 64;

  /** Returns the first fault, and how many more there are. */
  public static Message summary(List<Fault> faults) {
    Fault first = faults.getFirst();
    Message one =
        first.field.isEmpty()
            ? first.message
            : Message.of("faults.one", first.field, first.message);
    return faults.size() == 1 ? one : Message.of("faults.more", one, faults.size() - 1);
  }

  /** Returns a name for a fault: the sender chose it, so a long one is cut. */
  public static String shown(String name) {
    if (name.length() <= LONGEST_NAME) {
      return name;
    }
    boolean splitsPair = Character.isHighSurrogate(name.charAt(LONGEST_NAME - 1));
    return name.substring(0, splitsPair ? LONGEST_NAME - 1 : LONGEST_NAME) + "…";
  }
}
