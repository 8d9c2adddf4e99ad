package dev.paylink.payment.read;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.language.SearchText;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * Finds a merchant's customers by the beginning of their address, of their name or of one of its
 * last three words, in any case: each beginning of a word in a name of up to four. Names are found
 * without their accents, too. Each step looks up the next value in the index, so it costs the same
 * however many payments a customer has. Of a beginning that many share, only the first values are
 * found. An expression here is, letter by letter, that of its index in the schema.
 */
final class CustomerQueries {
  /** So many customers of each kind; their payments are read side by side. */
  static final int MAX_CUSTOMERS = 10;

  /** A blank between words: the usual one, the no-break space or the ideographic space. */
  private static final String BLANK = "[ \\u00a0\\u3000]";

  private static final String WORD = "[^ \\u00a0\\u3000]+";

  static final String EMAILS = next(Key.EMAIL);
  static final String NAMES = next(Key.NAME);
  static final String LAST_WORDS = next(Key.LAST_WORD);
  static final String LAST_TWO_WORDS = next(Key.LAST_TWO_WORDS);
  static final String LAST_THREE_WORDS = next(Key.LAST_THREE_WORDS);

  /** What customers are found by. Each has an index. */
  enum Key {
    EMAIL("customer_email", "lower(customer_email) collate \"C\"", "lower(cast(:text as text))"),
    NAME("customer_folded"),
    LAST_WORD(last(WORD)),
    LAST_TWO_WORDS(last(WORD + BLANK + "+" + WORD)),
    LAST_THREE_WORDS(last(WORD + BLANK + "+" + WORD + BLANK + "+" + WORD));

    private final String text;
    private final String expression;
    private final String sought;

    Key(String folded) {
      this(folded, folded + " collate \"C\"", "cast(:text as text)");
    }

    Key(String text, String expression, String sought) {
      this.text = text;
      this.expression = expression;
      this.sought = sought;
    }

    private static String last(String words) {
      return "substring(customer_folded from '%1$s(%2$s)%1$s*$')".formatted(BLANK, words);
    }

    /** Returns what is searched: null in a payment that its index does not hold. */
    String text() {
      return text;
    }

    /** Returns the expression of the index. */
    String expression() {
      return expression;
    }
  }

  /** Returns the values of each kind that begin with the text; no empty lists. */
  Map<Key, List<String>> beginningWith(Handle handle, MerchantId merchant, String text) {
    Map<Key, List<String>> all = new EnumMap<>(Key.class);
    for (Key key : Key.values()) {
      List<String> values =
          handle
              .createQuery(sql(key))
              .bind("merchant", merchant)
              .bind("text", key == Key.EMAIL ? text : SearchText.of(text))
              .bind("most", MAX_CUSTOMERS)
              .mapTo(String.class)
              .list();
      if (!values.isEmpty()) {
        all.put(key, values);
      }
    }
    return all;
  }

  private static String sql(Key key) {
    return switch (key) {
      case EMAIL -> EMAILS;
      case NAME -> NAMES;
      case LAST_WORD -> LAST_WORDS;
      case LAST_TWO_WORDS -> LAST_TWO_WORDS;
      case LAST_THREE_WORDS -> LAST_THREE_WORDS;
    };
  }

  /** Returns a statement that finds the next value after the one before it, within the range. */
  private static String next(Key key) {
    return """
      with recursive found (value) as (
        (select %1$s from payment
          where merchant_id = :merchant and %2$s is not null
            and %1$s >= %3$s and %1$s < %3$s || chr(1114111)
          order by %1$s limit 1)
        union all
        select (select %1$s from payment
                 where merchant_id = :merchant and %2$s is not null
                   and %1$s > f.value and %1$s < %3$s || chr(1114111)
                 order by %1$s limit 1)
          from found f where f.value is not null)
      select value from found where value is not null limit :most
      """
        .formatted(key.expression, key.text, key.sought);
  }
}
