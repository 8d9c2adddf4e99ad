package dev.paylink.payment.create;

import dev.paylink.ids.InvoiceId;
import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.invoice.InvoiceBook;
import dev.paylink.invoice.InvoiceStatus;
import dev.paylink.invoice.InvoiceStore;
import dev.paylink.invoice.NewInvoice;
import dev.paylink.money.Currencies;
import dev.paylink.payment.CreatePaymentCommand;
import dev.paylink.payment.CreatedPayment;
import dev.paylink.payment.NewPayment;
import dev.paylink.payment.PaymentStore;
import dev.paylink.payment.create.CreateQueries.IdempotencyKey;
import dev.paylink.payment.create.CreateQueries.Stored;
import dev.paylink.platform.BusinessClock;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.db.Shards;
import dev.paylink.platform.db.Tx;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.queue.Batcher;
import dev.paylink.platform.queue.DatabaseWork;
import dev.paylink.platform.queue.FailureStreak;
import dev.paylink.platform.queue.ShardQueues;
import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Stores payments by group commit: creates that arrive together share one transaction and one disk
 * flush, and each is answered only after it.
 *
 * <ul>
 *   <li>Merchants have their creates stored in turns: one that sends more than its share is refused
 *       and delays nobody else. What cannot be stored soon is refused at once.
 *   <li>An idempotency key has one payment, whatever races, on however many nodes: the key is
 *       looked up under the merchant's counter lock, and a unique index backs it.
 *   <li>A reusable link makes no more payments than it may, whatever races: its uses are counted by
 *       the transaction that makes the payment, on a row that it locks.
 *   <li>A payment, its invoice and the letter about it are stored together or not at all.
 *   <li>Ids and times are made under the lock from the database's clock, so that a merchant's
 *       payments sort by id in the order of their creation, to the millisecond.
 * </ul>
 */
public final class PaymentWriter implements AutoCloseable {
  public static final int QUEUE_CAPACITY = 8192;
  private static final int MAX_BATCH = 512;

  /**
   * How long the last place of the queue is expected to wait. A merchant alone gets half of the
   * places, so its creates wait half of it at most.
   */
  private static final Duration LONGEST_WAIT = Duration.ofMillis(400);

  private final Jdbi jdbi;
  private final Currencies currencies;
  private final @Nullable InvoiceLetters letters;
  private final BusinessClock clock;
  private final InvoiceStore invoices = new InvoiceStore();
  private final PaymentStore payments = new PaymentStore();
  private final CreateQueries queries = new CreateQueries();
  private final LinkUses links;
  private final ShardQueues<NewPayment, CreatePaymentResult> batcher;

  /** Counts a use of a reusable link in the caller's transaction. */
  @FunctionalInterface
  public interface LinkUses {
    /** Counts one use; returns false if the link takes no more. */
    boolean take(Connection connection, MerchantId merchant, LinkId link, Instant now)
        throws SQLException;
  }

  public PaymentWriter(
      Database database, Currencies currencies, LinkUses links, @Nullable InvoiceLetters letters) {
    this.jdbi = database.workers();
    this.clock = database.clock();
    this.currencies = currencies;
    this.links = links;
    this.letters = letters;
    Shards shards = Shards.of(jdbi);
    this.batcher =
        new ShardQueues<>(
            "payment-writer",
            shards.queues(),
            payment -> shards.queueOf(payment.merchantId().bits()),
            name ->
                new Batcher<>(
                    name,
                    QUEUE_CAPACITY,
                    MAX_BATCH,
                    database.patience(),
                    Duration.ZERO, // the next batch gathers during the disk flush
                    new Batcher.Fairness<>(NewPayment::merchantId, LONGEST_WAIT),
                    this::storeAll));
  }

  /** Stores the payment; blocks until it is on disk or refused. */
  CreatePaymentResult store(NewPayment payment) {
    return batcher.ask(payment);
  }

  public int queueDepth() {
    return batcher.depth();
  }

  public FailureStreak streak() {
    return batcher.streak();
  }

  public void meter(MeterRegistry registry) {
    batcher.meter(registry);
  }

  @Override
  public void close() {
    batcher.close();
  }

  private List<CreatePaymentResult> storeAll(List<NewPayment> batch) {
    return DatabaseWork.run(
        () -> "store " + batch.size() + " payments",
        () -> jdbi.inTransaction(handle -> storeAll(handle, batch)));
  }

  private List<CreatePaymentResult> storeAll(Handle handle, List<NewPayment> batch)
      throws SQLException {
    Batch transaction = new Batch(Tx.of(handle));
    List<CreatePaymentResult> results = transaction.store(batch);
    if (letters != null) {
      letters.post(handle, transaction.newPayments);
    }
    return results;
  }

  /** Stores the batch in one transaction. */
  private final class Batch {
    private final Tx tx;
    private final List<NewInvoice> newInvoices = new ArrayList<>();
    private final List<PaymentStore.Row> newPayments = new ArrayList<>();

    Batch(Tx tx) {
      this.tx = tx;
    }

    List<CreatePaymentResult> store(List<NewPayment> batch) throws SQLException {
      InvoiceBook book =
          InvoiceBook.open(
              tx, batch.stream().map(NewPayment::merchantId).distinct().toList(), clock);
      Map<IdempotencyKey, Stored> known =
          new HashMap<>(queries.findByKeys(tx, batch.stream().map(Batch::key).toList()));
      List<CreatePaymentResult> results = new ArrayList<>(batch.size());
      for (NewPayment payment : batch) {
        Stored twin = known.get(key(payment));
        if (twin != null) {
          results.add(
              Arrays.equals(twin.requestHash(), payment.requestHash())
                  ? new CreatePaymentResult.Created(twin.payment(), true)
                  : new CreatePaymentResult.KeyReused(twin.payment().paymentId()));
          continue;
        }
        CreatePaymentResult result = create(book, payment);
        if (result instanceof CreatePaymentResult.Created created) {
          known.put(key(payment), new Stored(created.payment(), payment.requestHash()));
        }
        results.add(result);
      }
      invoices.insert(tx.connection(), newInvoices);
      payments.insert(tx.connection(), newPayments);
      book.close();
      return results;
    }

    private CreatePaymentResult create(InvoiceBook book, NewPayment payment) throws SQLException {
      String payee = payment.payee();
      if (payee == null) {
        return new CreatePaymentResult.NoDepositAddress();
      }
      CreatePaymentCommand command = payment.command();
      InvoiceId wanted = command.invoiceId();
      String currency =
          Objects.requireNonNullElse(command.currency(), currencies.standard().code());
      if (wanted == null && !currencies.payable().contains(currency)) {
        return new CreatePaymentResult.CurrencyNotPayable(currency);
      }
      LinkId link = payment.link();
      if (link != null
          && !links.take(tx.connection(), payment.merchantId(), link, book.openedAt())) {
        return new CreatePaymentResult.LinkEnded();
      }
      return wanted == null
          ? createWithInvoice(book, payment, payee, currency)
          : createForInvoice(book, payment, payee, wanted);
    }

    private CreatePaymentResult createWithInvoice(
        InvoiceBook book, NewPayment payment, String payee, String currency) throws SQLException {
      MerchantId merchant = payment.merchantId();
      CreatePaymentCommand command = payment.command();
      String number = command.invoiceNumber();
      if (number == null) {
        number = book.nextNumber(merchant);
      } else if (!book.claim(merchant, number)) {
        return new CreatePaymentResult.Invalid("invoiceNumber", Message.of("field.numbertaken"));
      }
      UUID id = PaymentId.at(book.openedAt(), merchant).value(); // for both: one finds the other
      newInvoices.add(
          new NewInvoice(
              merchant,
              new InvoiceId(id),
              number,
              command.amount(),
              currency,
              command.description(),
              command.customerName(),
              command.customerEmail(),
              book.openedAt()));
      InvoiceStore.Existing invoice =
          new InvoiceStore.Existing(
              new InvoiceId(id),
              number,
              InvoiceStatus.open,
              command.amount(),
              currency,
              command.description(),
              command.customerName(),
              command.customerEmail());
      return add(payment, payee, new PaymentId(id), invoice, book.openedAt());
    }

    private CreatePaymentResult createForInvoice(
        InvoiceBook book, NewPayment payment, String payee, InvoiceId id) throws SQLException {
      CreatePaymentCommand command = payment.command();
      InvoiceStore.Existing invoice = invoices.find(tx.connection(), payment.merchantId(), id);
      if (invoice == null) {
        return new CreatePaymentResult.Invalid("invoiceId", Message.of("field.notyourinvoice"));
      }
      if (invoice.status() != InvoiceStatus.open) {
        return new CreatePaymentResult.Invalid("invoiceId", Message.of("field.invoicepaid"));
      }
      if (command.amount() != null && !sameAmount(command.amount(), invoice.amount())) {
        return new CreatePaymentResult.Invalid("amount", Message.of("field.invoiceamount"));
      }
      if (command.currency() != null && !command.currency().equals(invoice.currency())) {
        return new CreatePaymentResult.Invalid("currency", Message.of("field.invoicecurrency"));
      }
      if (!currencies.payable().contains(invoice.currency())) {
        return new CreatePaymentResult.CurrencyNotPayable(invoice.currency());
      }
      PaymentId paymentId = PaymentId.at(book.openedAt(), payment.merchantId());
      return add(payment, payee, paymentId, invoice, book.openedAt());
    }

    private CreatePaymentResult add(
        NewPayment payment,
        String payee,
        PaymentId id,
        InvoiceStore.Existing invoice,
        Instant now) {
      CreatedPayment created =
          new CreatedPayment(
              id,
              invoice.id(),
              invoice.number(),
              payment.linkToken(),
              invoice.amount(),
              invoice.currency(),
              payment.command().reference(),
              invoice.description(),
              invoice.customerName(),
              invoice.customerEmail(),
              now.plus(payment.command().expiresIn()),
              now);
      newPayments.add(new PaymentStore.Row(payment, created, payee, invoice.customerEmail()));
      return new CreatePaymentResult.Created(created, false);
    }

    private static boolean sameAmount(BigDecimal asked, @Nullable BigDecimal invoiced) {
      return invoiced != null && asked.compareTo(invoiced) == 0;
    }

    private static IdempotencyKey key(NewPayment payment) {
      return new IdempotencyKey(payment.merchantId(), payment.idempotencyKey());
    }
  }
}
