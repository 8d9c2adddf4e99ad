package dev.paylink.checkout;

import dev.paylink.platform.language.Texts;
import java.util.List;

/** A sentence that the wallet's script may have to say, found by one word. */
record WalletWord(String word, String sentence) {
  private static final String PREFIX = "wallet.say.";

  /** All of a language. Their places keep names, for the script to fill in what only it knows. */
  static List<WalletWord> all(Texts texts) {
    return texts.keys().stream()
        .filter(key -> key.startsWith(PREFIX))
        .sorted()
        .map(
            key ->
                new WalletWord(
                    key.substring(PREFIX.length()),
                    texts.get(key, "{wallet}", "{amount}", "{chain}")))
        .toList();
  }
}
