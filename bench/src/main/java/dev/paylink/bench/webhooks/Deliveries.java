package dev.paylink.bench.webhooks;

import dev.paylink.bench.report.Figures;
import dev.paylink.bench.stage.Stage;
import java.io.IOException;

/** From outcomes reported to their webhooks received, as fast as it goes. */
public final class Deliveries implements AutoCloseable {
  private final Stage stage;
  private final Shops shops;
  private final SettleLoad load;

  /** With merchants and endpoints of their own. */
  public Deliveries(Stage stage) throws Exception {
    this(stage, new Shops(stage), new SettleLoad(stage));
  }

  Deliveries(Stage stage, Shops shops, SettleLoad load) {
    this.stage = stage;
    this.shops = shops;
    this.load = load;
  }

  public void warmUp(int seconds) throws InterruptedException {
    receive(seconds);
  }

  /** {@code with} ends the figures' names. */
  public void round(Figures figures, String with, int seconds) throws InterruptedException {
    long serviceCpu = stage.serviceCpu().micros();
    long postgresCpu = stage.postgresCpu().micros();
    Receipts receipts = receive(seconds);
    double service = (double) (stage.serviceCpu().micros() - serviceCpu) / receipts.count();
    double postgres = (double) (stage.postgresCpu().micros() - postgresCpu) / receipts.count();
    figures.add("deliveries/s" + with, receipts.perSecond());
    figures.add("  service CPU µs" + with, service);
    figures.add("  PostgreSQL CPU µs" + with, postgres);
    figures.add("CPU µs per delivery" + with, service + postgres);
  }

  @Override
  public void close() throws IOException {
    shops.close();
  }

  private Receipts receive(int seconds) throws InterruptedException {
    return Receipts.of(load.asFastAsItGoes(shops.endpoints(), seconds));
  }
}
