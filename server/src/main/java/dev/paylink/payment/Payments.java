package dev.paylink.payment;

import dev.paylink.credential.ServerCalls;
import dev.paylink.invoice.Currencies;
import dev.paylink.platform.http.Route;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** The payment part, put together: what the rest of the service may use of it. */
public final class Payments implements AutoCloseable {
  private final PaymentWriter writer;
  private final PaymentReader reader;
  private final PaymentRoutes routes;

  public Payments(
      Jdbi jdbi,
      ServerCalls calls,
      Currencies currencies,
      String baseUrl,
      boolean testMode,
      MeterRegistry registry) {
    PaymentJson json = new PaymentJson(baseUrl, testMode);
    this.writer = new PaymentWriter(jdbi, currencies);
    this.reader = new PaymentReader(jdbi);
    this.routes =
        new PaymentRoutes(
            calls,
            new CreatePayment(new CreatePaymentParser(currencies, testMode), writer, json),
            new ListPayments(jdbi, json),
            reader,
            json);
    Gauge.builder("paylink.writer.queue", writer.queueDepth(), depth -> depth.getAsInt())
        .description("creates waiting for the next commit")
        .register(registry);
    Gauge.builder("paylink.reader.queue", reader.queueDepth(), depth -> depth.getAsInt())
        .description("status polls waiting for the next query")
        .register(registry);
  }

  public List<Route> routes() {
    return routes.routes();
  }

  public PaymentReader reader() {
    return reader;
  }

  /** Finishes what was taken in. */
  @Override
  public void close() {
    writer.close();
    reader.close();
  }
}
