package dev.paylink.sandbox;

import dev.paylink.credential.ServerCalls;
import dev.paylink.credential.Signature;
import dev.paylink.merchant.Accounts;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Serves the sandbox's clock to anyone with a key and its secret. There is one for all merchants.
 */
final class ClockRoutes {
  private static final String PATH = "/sandbox/clock";
  private static final Set<String> FIELDS = Set.of("advanceSeconds");

  private final ServerCalls calls;
  private final SandboxClock clock;
  private final Accounts accounts;
  private final Runnable forgetCallers;

  /**
   * @param forgetCallers called when addresses may have taken effect
   */
  ClockRoutes(ServerCalls calls, SandboxClock clock, Accounts accounts, Runnable forgetCallers) {
    this.calls = calls;
    this.clock = clock;
    this.accounts = accounts;
    this.forgetCallers = forgetCallers;
  }

  List<Route> routes() {
    return List.of(
        Route.get(PATH, calls.guardForAnyScope(Signature.OPTIONAL, (request, caller) -> shown())),
        Route.post(
            PATH,
            calls.guardForAnyScope(Signature.OPTIONAL, (request, caller) -> advance(request))));
  }

  private Answer advance(Request request) {
    Fields fields = Fields.parse(request.jsonBody(), FIELDS);
    Long read = fields.integer("advanceSeconds", 0, SandboxClock.MOST.toSeconds());
    long seconds = fields.require(fields.required("advanceSeconds", read));
    if (clock.advance(Duration.ofSeconds(seconds), accounts::passTime) == null) {
      throw new Refused(
          Problem.invalidField(
              "advanceSeconds",
              Message.of(
                  "field.clockahead",
                  clock.clock().ahead().toSeconds(),
                  SandboxClock.MOST.toSeconds())));
    }
    forgetCallers.run();
    return shown();
  }

  private Answer shown() {
    return Answer.ok(
        Json.object()
            .put("now", clock.clock().instant())
            .put("aheadSeconds", clock.clock().ahead().toSeconds())
            .bytes());
  }
}
