package dev.paylink.checkout;

import dev.paylink.payment.HostedPayment;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.FormBody;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox's test buttons without JavaScript: a form that simulates an outcome and leads back to
 * the page. A live instance answers 404.
 */
final class SimulationForm {
  private final Visits visits;
  private final @Nullable Simulation simulation;

  SimulationForm(Visits visits, @Nullable Simulation simulation) {
    this.visits = visits;
    this.simulation = simulation;
  }

  List<Route> routes() {
    return List.of(Route.post("/pay/:paymentId/:linkToken/simulate", visits.to(this::simulate)));
  }

  /** Simulates an outcome. Ignores an unknown one; the page then shows the status unchanged. */
  private Answer simulate(Request request, HostedPayment hosted, Frame frame) {
    Simulation chain = simulation;
    if (chain == null) {
      return visits.nothing(request);
    }
    String asked = FormBody.field(request, "outcome");
    Simulation.Outcome outcome = asked == null ? null : Simulation.Outcome.parse(asked);
    if (outcome != null) {
      chain.simulate(hosted.payment(), outcome);
    }
    return Answer.seeOther(CheckoutPages.path(hosted.payment()));
  }
}
