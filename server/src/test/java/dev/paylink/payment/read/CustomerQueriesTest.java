package dev.paylink.payment.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** PostgreSQL uses an index only for the very expression that it was made with. */
final class CustomerQueriesTest {
  @ParameterizedTest
  @EnumSource(CustomerQueries.Key.class)
  void expression_is_that_of_an_index(CustomerQueries.Key key) throws IOException {
    try (InputStream schema =
        Objects.requireNonNull(
            CustomerQueries.class.getResourceAsStream("/db/schema/V7__payment.sql"))) {
      assertThat(new String(schema.readAllBytes(), StandardCharsets.UTF_8))
          .contains(
              "on payment (merchant_id, (%s), status, id)\n where %s is not null;"
                  .formatted(key.expression(), key.text()));
    }
  }
}
