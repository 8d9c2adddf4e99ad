package dev.paylink.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.payment.read.PaymentReader;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.id.PostgresHash;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.testing.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The id of a payment tells the shard of its merchant. Here on one server that is told it were
 * several: the statements are the same.
 */
final class ShardsTest {
  private static final Instant NOW = Instant.parse("2026-11-16T09:00:00Z");

  private static Database database;
  private static Jdbi jdbi;
  private static PaymentReader reader;

  @BeforeAll
  static void open() {
    database = TestDatabase.fresh();
    jdbi = database.workers();
    jdbi.getConfig(Shards.class).become(new Shards(4));
    reader = new PaymentReader(database);
  }

  @AfterAll
  static void close() {
    reader.close();
    database.close();
  }

  @Test
  void hash_is_the_databases_own() {
    for (int i = 0; i < 100; i++) {
      UUID id = i % 2 == 0 ? UUID.randomUUID() : UuidV7.at(NOW);
      int hash =
          jdbi.withHandle(
              handle -> handle.select("select uuid_hash(?)", id).mapTo(Integer.class).one());
      assertThat(PostgresHash.of(id)).isEqualTo(hash);
    }
  }

  @Test
  void id_of_a_payment_has_its_merchants_bits_and_62_random_ones() {
    MerchantId merchant = new MerchantId(UUID.randomUUID());
    PaymentId one = PaymentId.at(NOW, merchant);
    PaymentId other = PaymentId.at(NOW, merchant);
    assertThat(one.merchantBits()).isEqualTo(merchant.bits()).isBetween(0, 4095);
    assertThat(one.value().version()).isEqualTo(7);
    assertThat(one.value().variant()).isEqualTo(2);
    assertThat(UuidV7.millis(one.value())).isEqualTo(NOW.toEpochMilli());
    assertThat(one.value().getLeastSignificantBits())
        .isNotEqualTo(other.value().getLeastSignificantBits());
  }

  @Test
  void payment_is_found_by_its_id_whether_or_not_it_tells_its_merchant() {
    MerchantId merchant = newMerchant();
    PaymentId telling = newPayment(merchant, PaymentId.at(NOW, merchant));
    int otherBits = merchant.bits() ^ 1;
    PaymentId old = newPayment(merchant, new PaymentId(UuidV7.at(NOW.toEpochMilli(), otherBits)));
    for (PaymentId id : List.of(telling, old)) {
      assertThat(Objects.requireNonNull(reader.find(id)).merchantId()).isEqualTo(merchant);
      assertThat(reader.require(merchant, id.toString()).id()).isEqualTo(id);
    }
    assertThat(reader.find(PaymentId.at(NOW, merchant))).as("no such payment").isNull();
  }

  @Test
  void payment_of_another_merchant_does_not_exist() {
    MerchantId merchant = newMerchant();
    MerchantId other = newMerchant();
    PaymentId id = newPayment(merchant, PaymentId.at(NOW, merchant));
    assertThatThrownBy(() -> reader.require(other, id.toString())).isInstanceOf(Rejection.class);
  }

  @Test
  void queues_follow_the_ranges_of_the_shards() {
    Shards shards = new Shards(4);
    assertThat(shards.queues()).isEqualTo(4);
    assertThat(Stream.of(0, 1023, 1024, 2047, 2048, 3072, 4095).map(shards::queueOf))
        .containsExactly(0, 0, 1, 1, 2, 3, 3);
    assertThat(new Shards().queues()).isEqualTo(1);
    assertThat(new Shards(1024).queues()).as("at most").isEqualTo(64);
  }

  @Test
  void every_table_has_its_place() {
    List<String> placed = new ArrayList<>();
    Stream.of(Distribution.EVERYWHERE, Distribution.SPREAD, Distribution.HERE)
        .forEach(placed::addAll);
    List<String> tables =
        jdbi.withHandle(
            handle ->
                handle
                    .select("select tablename from pg_tables where schemaname = current_schema()")
                    .mapTo(String.class)
                    .list());
    assertThat(placed).containsExactlyInAnyOrderElementsOf(tables);
  }

  @Test
  void server_without_citus_is_refused_and_stays_as_it_is() {
    List<String> told = new ArrayList<>();
    assertThatThrownBy(() -> Distribution.run(TestDatabase.freshUrl(), told::add))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no Citus extension")
        .hasMessageNotContaining("\n");
    assertThat(told).isEmpty();
  }

  private static MerchantId newMerchant() {
    MerchantId merchant = new MerchantId(UuidV7.at(NOW));
    jdbi.useHandle(
        handle ->
            handle.execute(
                "insert into merchant (id, business_name) values (?, 'M')", merchant.value()));
    return merchant;
  }

  private static PaymentId newPayment(MerchantId merchant, PaymentId id) {
    jdbi.useHandle(handle -> insert(handle, merchant.value(), id.value()));
    return id;
  }

  private static void insert(Handle handle, UUID merchant, UUID id) {
    handle.execute(
        """
        insert into invoice (merchant_id, id, number, status, currency, created_at, updated_at)
        values (?, ?, ?, 'open', 'USD', now(), now())
        """,
        merchant,
        id,
        id.toString());
    handle.execute(
        """
        insert into payment (merchant_id, id, invoice_id, status, currency, interface, payee,
                             link_token, idempotency_key, request_hash, created_at, updated_at,
                             expires_at)
        values (?, ?, ?, 'created', 'USD', 'service-server', '0x1', decode(repeat('00', 16), 'hex'), ?, 'x',
                now(), now(), now())
        """,
        merchant,
        id,
        id,
        id.toString());
  }
}
