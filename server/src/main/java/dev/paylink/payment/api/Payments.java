package dev.paylink.payment.api;

import dev.paylink.credential.ServerCalls;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.money.Currencies;
import dev.paylink.money.Networks;
import dev.paylink.payment.create.CreateLink;
import dev.paylink.payment.create.CreatePayment;
import dev.paylink.payment.create.CreatePaymentParser;
import dev.paylink.payment.create.InvoiceLetters;
import dev.paylink.payment.create.PaymentWriter;
import dev.paylink.payment.read.ExportPayments;
import dev.paylink.payment.read.ListPayments;
import dev.paylink.payment.read.PaymentJson;
import dev.paylink.payment.read.PaymentReader;
import dev.paylink.payment.read.PaymentSessions;
import dev.paylink.payment.read.PaymentWaits;
import dev.paylink.payment.reuse.ReusableLinkStore;
import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.queue.FailureStreak;
import dev.paylink.session.Sessions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The payment part, assembled: everything the rest of the service may use of it. */
public final class Payments implements AutoCloseable {
  private final PaymentWriter writer;
  private final PaymentReader reader;
  private final PaymentWaits waits;
  private final Currencies currencies;
  private final Networks networks;
  private final List<Route> routes = new ArrayList<>();
  private final PaymentJson json;
  private final ListPayments list;
  private final ExportPayments export;
  private final CreateLink createLink;
  private final CreatePaymentParser parser;
  private final CreatePayment create;

  /**
   * Creates the payment part.
   *
   * @param relayed whether a relay runs
   * @param letters writes to customers; null where no letters are sent
   */
  public Payments(
      Database database,
      ServerCalls calls,
      Sessions sessions,
      AuditLog audit,
      Currencies currencies,
      Networks networks,
      BaseUrl baseUrl,
      boolean testMode,
      boolean relayed,
      @Nullable InvoiceLetters letters,
      MeterRegistry registry) {
    this.currencies = currencies;
    this.networks = networks;
    this.json = new PaymentJson(baseUrl, testMode, relayed);
    this.writer = new PaymentWriter(database, currencies, new ReusableLinkStore()::take, letters);
    this.reader = new PaymentReader(database);
    this.waits = new PaymentWaits(database, reader, json);
    this.list = new ListPayments(database.jdbi(), json);
    this.export = new ExportPayments(database.jdbi());
    this.parser = new CreatePaymentParser(currencies, testMode);
    this.create = new CreatePayment(parser, writer, json);
    this.createLink = new CreateLink(database.jdbi(), audit, create);
    routes.addAll(new PaymentRoutes(calls, create, list, reader, waits, json).routes());
    routes.addAll(new PaymentSessions(calls, sessions, reader, waits, json).routes());
    Gauge.builder("paylink.writer.queue", writer, PaymentWriter::queueDepth)
        .description("creates waiting for the next commit")
        .register(registry);
    Gauge.builder("paylink.reader.queue", reader, PaymentReader::queueDepth)
        .description("status polls and pages waiting for the next query")
        .register(registry);
    Gauge.builder("paylink.status.waits", waits, PaymentWaits::waiting)
        .description("status calls that wait for a change")
        .register(registry);
    writer.meter(registry);
    reader.meter(registry);
  }

  public List<Route> routes() {
    return routes;
  }

  /** Returns the currencies that payments are priced in. */
  public Currencies currencies() {
    return currencies;
  }

  /** Returns the names of the networks that payments are paid on. */
  public Networks networks() {
    return networks;
  }

  /** Returns how the creates of this node fare. */
  public FailureStreak creates() {
    return writer.streak();
  }

  public PaymentReader reader() {
    return reader;
  }

  /** Returns the status calls that wait for a change. */
  public PaymentWaits waits() {
    return waits;
  }

  public ListPayments list() {
    return list;
  }

  public ExportPayments export() {
    return export;
  }

  public CreateLink createLink() {
    return createLink;
  }

  /** Returns the use case behind create-payment. */
  public CreatePayment create() {
    return create;
  }

  /** Returns the rules of create-payment's fields. */
  public CreatePaymentParser parser() {
    return parser;
  }

  public PaymentJson json() {
    return json;
  }

  /** Finishes the work already accepted, then closes. */
  @Override
  public void close() {
    writer.close();
    reader.close();
  }
}
