package dev.paylink.payment.read;

import dev.paylink.ids.MerchantId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * Finds a merchant's customers by the beginning of their address, their name or its last word, in
 * any case. Each step looks up the next value in the index, so it costs the same however many
 * payments a customer has. Of a beginning that many share, only the first values are found.
 */
final class CustomerQueries {
  /** So many customers of each kind; their payments are read side by side. */
  static final int MAX_CUSTOMERS = 10;

  static final String EMAILS = next("customer_email", Key.EMAIL.expression());
  static final String NAMES = next("customer_name", Key.NAME.expression());
  static final String LAST_NAMES = next("customer_name", Key.LAST_NAME.expression());

  /** What customers are found by. Each has an index. */
  enum Key {
    EMAIL("customer_email", "lower(customer_email) collate \"C\""),
    NAME("customer_name", "lower(customer_name) collate \"C\""),
    LAST_NAME("customer_name", "lower(substring(customer_name from '[^ ]+ *$')) collate \"C\"");

    private final String column;
    private final String expression;

    Key(String column, String expression) {
      this.column = column;
      this.expression = expression;
    }

    String column() {
      return column;
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
              .bind("text", text)
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
      case LAST_NAME -> LAST_NAMES;
    };
  }

  /** Returns a statement that finds the next value after the one before it, within the range. */
  private static String next(String column, String expression) {
    return """
      with recursive found (value) as (
        (select %1$s from payment
          where merchant_id = :merchant and %2$s is not null
            and %1$s >= lower(cast(:text as text)) and %1$s < lower(cast(:text as text)) || chr(1114111)
          order by %1$s limit 1)
        union all
        select (select %1$s from payment
                 where merchant_id = :merchant and %2$s is not null
                   and %1$s > f.value and %1$s < lower(cast(:text as text)) || chr(1114111)
                 order by %1$s limit 1)
          from found f where f.value is not null)
      select value from found where value is not null limit :most
      """
        .formatted(expression, column);
  }
}
