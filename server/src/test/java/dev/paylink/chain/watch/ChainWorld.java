package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.wallet.ChainRefunds;
import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.mail.Outbox;
import dev.paylink.merchant.audit.AccountLinks;
import dev.paylink.merchant.audit.Announcements;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.payment.LinkToken;
import dev.paylink.payment.Payment;
import dev.paylink.payment.PaymentStatus;
import dev.paylink.payment.ReceivedMoney;
import dev.paylink.payment.read.PaymentReader;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.settlement.apply.ApplyReport;
import dev.paylink.settlement.figures.FlagLetters;
import dev.paylink.settlement.refund.ApplyRefunds;
import dev.paylink.settlement.refund.MerchantRefunds;
import dev.paylink.settlement.refund.RefundLetters;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** A database with a merchant, its payments, and simulated chains to pay them on. */
public final class ChainWorld implements AutoCloseable {
  public static final EvmAddress PAYEE =
      EvmAddress.of("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  public static final EvmAddress PAYER =
      EvmAddress.of("0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A");
  public static final BigDecimal AMOUNT = new BigDecimal("125.50");
  static final Currency DOLLARS = new Currency("USD", 2, List.of("USDC", "USDT"));
  private static final Currencies CURRENCIES =
      new Currencies(List.of(DOLLARS, new Currency("EUR", 2, List.of("EURC"))));

  private static final AccountLinks NO_LINKS =
      new AccountLinks(
          "",
          "",
          "",
          "",
          "",
          UnaryOperator.identity(),
          UnaryOperator.identity(),
          UnaryOperator.identity(),
          UnaryOperator.identity());

  private static final List<String> INSERTS =
      List.of(
          """
          insert into invoice (merchant_id, id, number, status, amount, currency, created_at, updated_at)
          values (:merchant, :id, :id::text, 'open', :amount, 'USD', now(), now())
          """,
          """
          insert into payment (merchant_id, id, invoice_id, status, amount, currency, interface, payee,
                               link_token, idempotency_key, request_hash, created_at, updated_at, expires_at)
          values (:merchant, :id, :id, 'created', :amount, 'USD', 'service-server', :payee,
                  '\\x00000000000000000000000000000000', :id::text, '', now(), now(), :expires)
          """);

  private static final List<String> MANY =
      List.of(
          """
          insert into payment (merchant_id, id, invoice_id, status, amount, currency, interface, payee,
                               link_token, idempotency_key, request_hash, created_at, updated_at, expires_at)
          select :merchant, md5(:chain || '-' || i)::uuid, gen_random_uuid(), 'created', :amount, 'USD',
                 'service-server', :payee, '\\x00000000000000000000000000000000', gen_random_uuid()::text, '',
                 now(), now(), to_timestamp(:deadline)
            from generate_series(1, :payments) as i
          """,
          """
          insert into payment_ref (merchant_id, payment_id, chain_id, contract, ref, token, amount, deadline, prices)
          select :merchant, md5(:chain || '-' || i)::uuid, :chain, :contract, sha256(i::text::bytea), 'USDC',
                 :amount, :deadline, array['USDC 0x0000000000000000000000000000000000000001 125500000']
            from generate_series(1, :payments) as i
          """);

  private static final String SHOWN =
      """
      insert into transfer_address (merchant_id, payment_id, chain_id, factory, token_address, address, token,
                                    decimals, payee, expected, deadline, since_block, read_to)
      select :merchant, md5(:chain || '-' || i)::uuid, :chain, :factory, :token,
             substring(sha256((:chain || '-' || i)::bytea) for 20), 'USDC', 6, :payee, :amount, :deadline, :read, :read
        from generate_series(1, :payments) as i
      """;

  public final Database database = TestDatabase.fresh();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private int ofOthers;
  public final ApplyReport apply;
  final ApplyRefunds refunds;
  public final Stored stored = new Stored(database.jdbi());
  private final PaymentReader payments = new PaymentReader(database);
  private MerchantId merchant = new MerchantId(UuidV7.at(Instant.now()));
  private final AtomicLong chainIds = new AtomicLong(1);

  public ChainWorld() {
    apply =
        new ApplyReport(
            database,
            CURRENCIES,
            true,
            null,
            new FlagLetters(Outbox.OFF, PaymentId::toString),
            (changed, haveNews) -> {});
    apply.meter(meters);
    refunds =
        new ApplyRefunds(
            database,
            true,
            new RefundLetters(Outbox.OFF, null, PaymentId::toString),
            apply,
            (changed, haveNews) -> {});
    beginWithAnotherMerchant();
  }

  /** How often operators were told that a payment of this merchant got too much. */
  int overpaid() {
    return allOverpaid() - ofOthers;
  }

  private int allOverpaid() {
    return (int) meters.counter("paylink.settlement.overpaid").count();
  }

  /** From now on payments belong to a merchant that has none yet. */
  void beginWithAnotherMerchant() {
    ofOthers = allOverpaid();
    merchant = new MerchantId(UuidV7.at(Instant.now()));
    database
        .jdbi()
        .useHandle(
            handle -> {
              handle.execute(
                  "insert into merchant (id, business_name) values (?, 'M')", merchant.value());
              handle.execute(
                  "insert into event_counter (merchant_id) values (?)", merchant.value());
            });
  }

  /** From now on the merchant forgives so much of what its new payments ask for. */
  void tolerate(String percent, String amount) {
    stored.change(
        """
        insert into settlement_rule (merchant_id, set_at, tolerated_percent, tolerated_amount, ignored_below)
        values (?, now() - interval '1 minute', ?::numeric, ?::numeric, 0)
        """,
        merchant.value(),
        percent,
        amount);
  }

  /** From now on payments of at most so many dollars are confirmed before they are final. */
  void safeUpTo(String amount) {
    stored.change(
        """
        insert into settlement_rule (merchant_id, set_at, tolerated_percent, tolerated_amount, ignored_below,
                                     safe_currencies, safe_amounts)
        values (?, clock_timestamp(), 0, 0, 0, '{EUR,USD}', array[1000, ?::numeric])
        """,
        merchant.value(),
        amount);
  }

  /** What merchants do with refunds on a chain, at the time that the clock tells. */
  MerchantRefunds ownRefunds(TestChain chain, InstantSource clock) {
    return new MerchantRefunds(
        new MerchantRefunds.Parts(
            database.jdbi(),
            payments,
            CURRENCIES,
            apply,
            new AuditLog(new Announcements(Outbox.OFF, NO_LINKS)),
            refundNetwork(chain),
            new RefundLetters(Outbox.OFF, null, PaymentId::toString),
            clock));
  }

  ChainRefunds refundNetwork(TestChain chain) {
    return new ChainRefunds(
        database.jdbi(),
        List.of(chain.config),
        Map.of(chain.config.deployment(), chain.quorum),
        any -> true);
  }

  /** A chain that nobody has looked at. */
  public TestChain chain() {
    return new TestChain(this, chainIds.incrementAndGet());
  }

  /** The same, with several nodes of which so many must agree. */
  TestChain chain(int nodes, int quorum) {
    return new TestChain(this, chainIds.incrementAndGet(), nodes, quorum);
  }

  public HostedPayment payment(Instant expiresAt) {
    Payment payment =
        new Payment(
            merchant,
            new PaymentId(UuidV7.at(Instant.now())),
            PaymentStatus.created,
            new InvoiceId(UuidV7.at(Instant.now())),
            "1",
            InvoiceStatus.open,
            AMOUNT,
            "USD",
            null,
            null,
            null,
            null,
            "service-server",
            null,
            null,
            null,
            new LinkToken(new byte[16]),
            Instant.now(),
            Instant.now(),
            expiresAt,
            null,
            ReceivedMoney.NOTHING,
            null);
    database
        .jdbi()
        .useTransaction(
            handle ->
                INSERTS.forEach(
                    sql ->
                        handle
                            .createUpdate(sql)
                            .bind("merchant", merchant.value())
                            .bind("id", payment.id().value())
                            .bind("amount", AMOUNT)
                            .bind("payee", PAYEE.toString())
                            .bind("expires", expiresAt.atOffset(ZoneOffset.UTC))
                            .execute()));
    return new HostedPayment(payment, "M", false, PAYEE.toString(), null, null, null);
  }

  /** Makes many payments at once that are prepared for a chain. */
  void prepareMany(TestChain chain, int payments, Instant expiresAt) {
    database
        .jdbi()
        .useTransaction(
            handle ->
                MANY.forEach(
                    sql ->
                        handle
                            .createUpdate(sql)
                            .bind("merchant", merchant.value())
                            .bind("payments", payments)
                            .bind("amount", AMOUNT)
                            .bind("payee", PAYEE.toString())
                            .bind("chain", chain.config.deployment().chainId())
                            .bind("contract", chain.config.deployment().contract().bytes())
                            .bind("deadline", expiresAt.getEpochSecond())
                            .execute()));
  }

  /** Makes many payments at once that have an address on a chain, for one token each. */
  void showMany(TestChain chain, int payments, Instant expiresAt) {
    database
        .jdbi()
        .useTransaction(
            handle ->
                List.of(MANY.getFirst(), SHOWN)
                    .forEach(
                        sql ->
                            handle
                                .createUpdate(sql)
                                .bind("merchant", merchant.value())
                                .bind("payments", payments)
                                .bind("amount", AMOUNT)
                                .bind("payee", PAYEE.toString())
                                .bind("chain", chain.config.deployment().chainId())
                                .bind("factory", chain.config.addressFactory().contract().bytes())
                                .bind("token", TestChain.USDC.address().bytes())
                                .bind("read", chain.head() - TestChain.FINAL_AFTER)
                                .bind("deadline", expiresAt.getEpochSecond())
                                .execute()));
  }

  /** Its status, with the reason when it has failed. */
  public String status(HostedPayment hosted) {
    return stored.text(
        "select concat_ws(' ', status, failure_reason) from payment where id = ?",
        hosted.payment().id().value());
  }

  /** What the merchant was told of it. */
  public List<String> told(HostedPayment hosted) {
    return stored.texts(
        "select type from event where payment_id = ? order by position",
        hosted.payment().id().value());
  }

  /** What the payment has received, as it is stored beside it; it is the sum of its transfers. */
  public String received(HostedPayment hosted) {
    UUID id = hosted.payment().id().value();
    String received =
        stored.text("select trim_scale(nullif(received, 0)) from payment where id = ?", id);
    assertThat(
            stored.text(
                "select trim_scale(sum(amount)) from received_transfer where payment_id = ? and counts",
                id))
        .as("its transfers")
        .isEqualTo(received);
    assertThat(
            stored.text(
                """
                select trim_scale(coalesce((select sum(received + late) from transfer_address where payment_id = p.id), 0)
                                  - coalesce((select sum(amount) from received_transfer
                                               where payment_id = p.id and source = 'address' and counts), 0))
                  from payment p where id = ?
                """,
                id))
        .as("what came to its address beyond them")
        .isEqualTo("0");
    return received;
  }

  @Override
  public void close() {
    apply.close();
    payments.close();
    database.close();
  }
}
