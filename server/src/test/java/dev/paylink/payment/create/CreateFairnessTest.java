package dev.paylink.payment.create;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.IdPlugin;
import dev.paylink.ids.MerchantId;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.payment.CreatePaymentCommand;
import dev.paylink.payment.LinkToken;
import dev.paylink.payment.NewPayment;
import dev.paylink.payment.reuse.ReusableLinkStore;
import dev.paylink.platform.Unavailable;
import dev.paylink.platform.db.Database;
import dev.paylink.testing.Await;
import dev.paylink.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One merchant floods the writer while PostgreSQL stands still for a moment. */
final class CreateFairnessTest {
  private static final int FLOOD = 6_000;
  private static final int FEW = 50;

  private final MerchantId flooding = new MerchantId(new UUID(1, 1));
  private final MerchantId other = new MerchantId(new UUID(2, 2));
  private final AtomicInteger refused = new AtomicInteger();

  @Test
  void flood_of_one_merchant_takes_none_of_the_others_creates() throws Exception {
    String url = TestDatabase.freshUrl();
    try (Database database = Database.open(url, url, TestDatabase.PATIENCE, new IdPlugin());
        PaymentWriter writer =
            new PaymentWriter(
                database,
                new Currencies(List.of(new Currency("USD", 2, List.of("USDC")))),
                new ReusableLinkStore()::take,
                null);
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
        Connection blocker = DriverManager.getConnection(url)) {
      makeMerchants(blocker);
      blocker.setAutoCommit(false);
      try (Statement sql = blocker.createStatement()) {
        sql.execute("lock table payment in share mode");
      }
      for (int i = 0; i < FLOOD; i++) {
        callers.execute(() -> flood(writer));
      }
      Await.until("the flood finds no more room", () -> refused.get() > 0);
      List<Future<CreatePaymentResult>> few = new ArrayList<>();
      for (int i = 0; i < FEW; i++) {
        few.add(callers.submit(() -> writer.store(newPayment(other))));
      }
      blocker.rollback();
      for (Future<CreatePaymentResult> one : few) {
        assertThat(one.get()).isInstanceOf(CreatePaymentResult.Created.class);
      }
    }
  }

  private void flood(PaymentWriter writer) {
    try {
      writer.store(newPayment(flooding));
    } catch (Unavailable e) {
      refused.incrementAndGet();
    }
  }

  private void makeMerchants(Connection connection) throws SQLException {
    for (MerchantId merchant : List.of(flooding, other)) {
      try (Statement sql = connection.createStatement()) {
        sql.execute(
            """
            insert into merchant (id, business_name, verification, verification_since)
            values ('%1$s', 'Shop', 'KybVerified', now());
            insert into invoice_counter (merchant_id) values ('%1$s')
            """
                .formatted(merchant.value()));
      }
    }
  }

  private static NewPayment newPayment(MerchantId merchant) {
    return new NewPayment(
        merchant,
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        UUID.randomUUID().toString(),
        new byte[32],
        new CreatePaymentCommand(
            BigDecimal.TEN,
            "USD",
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            Duration.ofHours(1),
            null,
            Map.of(),
            "service-server",
            null),
        LinkToken.random(),
        null);
  }
}
