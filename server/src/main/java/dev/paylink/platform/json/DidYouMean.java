package dev.paylink.platform.json;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the known name nearest to a misspelt one, by edit distance. */
public final class DidYouMean {
  private static final int LONGEST = 64;

  private DidYouMean() {}

  /** Returns the nearest name, or null if none is near enough to be what was meant. */
  public static @Nullable String nearest(String name, Collection<String> known) {
    if (name.length() > LONGEST) {
      return null;
    }
    String best = null;
    // A third of the letters may be wrong, or two in a short name, but never all of them.
    int mostWrong = Math.min(Math.max(2, name.length() / 3), name.length() - 1);
    int bestDistance = mostWrong + 1;
    for (String candidate : known) {
      int distance = distance(name.toLowerCase(java.util.Locale.ROOT), candidate);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = candidate;
      }
    }
    return best;
  }

  private static int distance(String a, String b) {
    String right = b.toLowerCase(java.util.Locale.ROOT);
    int[] previous = new int[right.length() + 1];
    int[] current = new int[right.length() + 1];
    for (int j = 0; j <= right.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        int substitution = previous[j - 1] + (a.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(substitution, 1 + Math.min(previous[j], current[j - 1]));
      }
      int[] swap = previous;
      previous = current;
      current = swap;
    }
    return previous[right.length()];
  }
}
