package dev.paylink.checkout;

import dev.paylink.platform.language.Texts;
import java.util.List;

/** A sentence that the wallet's script may show, with the key under which the script finds it. */
record WalletWord(String word, String sentence) {
  private static final String PREFIX = "wallet.say.";

  /**
   * Returns all sentences of a language. Their placeholders keep names, so that the script can fill
   * in values that only it knows.
   */
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
