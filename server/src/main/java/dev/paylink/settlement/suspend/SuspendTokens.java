package dev.paylink.settlement.suspend;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.operator.Operators;
import dev.paylink.operator.RecoverAccount;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.approval.Approval;
import dev.paylink.operator.approval.FourEyes;
import dev.paylink.operator.approval.TwoPersonWork;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.apply.SettlementError;
import dev.paylink.settlement.hold.Held;
import dev.paylink.settlement.hold.HeldStore;
import dev.paylink.settlement.hold.SuspendedTokens;
import dev.paylink.settlement.hold.Suspension;
import dev.paylink.settlement.hold.SuspensionStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Suspends tokens, lifts that, and decides about payments that were made in one meanwhile.
 *
 * <ul>
 *   <li>Where the settings say so, two operators have to agree to each of these.
 *   <li>A token is suspended under every symbol that it has on its chain.
 *   <li>Lifting confirms all that was held in the token. {@link ReleaseHeld} applies decisions.
 * </ul>
 */
public final class SuspendTokens {
  public static final int MAX_REASON = 500;

  /** The most held payments that a list shows. */
  public static final int MAX_SHOWN = 200;

  private static final Logger LOG = System.getLogger(SuspendTokens.class.getName());

  private final Jdbi jdbi;
  private final Operators operators;
  private final List<ListedToken> tokens;
  private final SuspendedTokens suspended;
  private final ReleaseHeld release;
  private final SuspensionStore suspensions = new SuspensionStore();
  private final HeldStore held = new HeldStore();

  public SuspendTokens(
      Jdbi jdbi,
      Operators operators,
      List<ListedToken> tokens,
      SuspendedTokens suspended,
      ReleaseHeld release) {
    this.jdbi = jdbi;
    this.operators = operators;
    this.tokens = tokens;
    this.suspended = suspended;
    this.release = release;
    operators.approvals().register(FourEyes.token, new Work());
  }

  /** What is decided, as the details of a request begin with it. */
  public enum Act {
    suspend,
    lift,
    confirm,
    fail
  }

  /**
   * A token and whether it is suspended.
   *
   * @param held how many confirmations in it wait, at most {@link HeldStore#MAX_COUNTED}
   */
  public record State(ListedToken token, @Nullable Suspension suspension, int held) {}

  /** Returns every token that this instance takes. */
  public List<State> tokens() {
    return jdbi.withHandle(
        handle -> {
          List<Suspension> all = suspensions.all(handle);
          return tokens.stream().map(token -> state(handle, token, all)).toList();
        });
  }

  private State state(Handle handle, ListedToken token, List<Suspension> all) {
    Suspension found =
        all.stream()
            .filter(it -> it.chainId() == token.chainId() && it.token().equals(token.symbol()))
            .findFirst()
            .orElse(null);
    int waiting = held.count(handle, token.chainId(), token.symbol());
    return new State(token, found, waiting);
  }

  /** Returns the payments that wait for a decision, the oldest first. */
  public List<Held> held() {
    return jdbi.withHandle(handle -> held.waiting(handle, MAX_SHOWN));
  }

  /** Returns how many wait, up to {@link HeldStore#MAX_COUNTED}. */
  public int countHeld() {
    return jdbi.withHandle(held::count);
  }

  /**
   * Suspends a token, or lifts that. Refuses with 404 an unknown token, with 409 what is so
   * already. Returns what another operator has to agree to; null if it is done.
   */
  public @Nullable Approval decide(
      ActingOperator by, String chain, String symbol, boolean suspend, String reason) {
    ListedToken token = find(chain + ":" + symbol);
    return decide(by, token.subject(), suspend ? Act.suspend : Act.lift, reason);
  }

  /**
   * Confirms a payment that is held, or ends it as failed. Refuses with 404 one that is not held.
   * Returns what another operator has to agree to; null if it is done.
   *
   * @param idText as written in the path
   */
  public @Nullable Approval decide(
      ActingOperator by, String idText, Held.Decision decision, String reason) {
    PaymentId id = PaymentId.parse(idText);
    if (id == null) {
      throw notHeld();
    }
    Act act = decision == Held.Decision.confirmed ? Act.confirm : Act.fail;
    return decide(by, id.toString(), act, reason);
  }

  private @Nullable Approval decide(ActingOperator by, String subject, Act act, String reason) {
    String details = act.name() + " " + reason;
    if (operators.approvals().needs(FourEyes.token)) {
      return operators.approvals().request(by, FourEyes.token, subject, details, null);
    }
    jdbi.useTransaction(
        handle -> {
          plan(handle, subject, details);
          run(handle, subject, details, by);
        });
    done();
    return null;
  }

  private static Act act(String details) {
    return Act.valueOf(details.substring(0, details.indexOf(' ')));
  }

  private static String reason(String details) {
    return details.substring(details.indexOf(' ') + 1);
  }

  private TwoPersonWork.Plan plan(Handle handle, String subject, String details) {
    Act act = act(details);
    String because = reason(details).isEmpty() ? "" : ": " + reason(details);
    return switch (act) {
      case suspend, lift -> planToken(handle, find(subject), act, because);
      case confirm, fail -> planPayment(handle, subject, act, because);
    };
  }

  private TwoPersonWork.Plan planToken(Handle handle, ListedToken token, Act act, String because) {
    Suspension now = suspensions.find(handle, token.chainId(), token.symbol());
    if (act == Act.suspend) {
      if (now != null) {
        throw new Rejection(
            SettlementError.TOKEN_SUSPENDED, Message.of("token.suspended", token.words()));
      }
      return new TwoPersonWork.Plan("Suspend " + token.words() + because, "offered");
    }
    if (now == null) {
      throw new Rejection(
          SettlementError.TOKEN_NOT_SUSPENDED, Message.of("token.notsuspended", token.words()));
    }
    return new TwoPersonWork.Plan(
        "Lift the suspension of %s, and confirm the payments that were held in it (%d)%s"
            .formatted(token.words(), held.count(handle, token.chainId(), token.symbol()), because),
        "suspended " + now.suspendedAt());
  }

  private TwoPersonWork.Plan planPayment(Handle handle, String subject, Act act, String because) {
    List<Held> waiting = held.ofPayment(handle, payment(subject));
    if (waiting.isEmpty()) {
      throw notHeld();
    }
    String facts = waiting.stream().map(Held::eventRef).collect(Collectors.joining(" "));
    return new TwoPersonWork.Plan(
        "%s payment %s, which was paid in %s%s"
            .formatted(
                act == Act.confirm ? "Confirm" : "End as failed",
                subject,
                waiting.getFirst().token(),
                because),
        facts);
  }

  private void run(Handle handle, String subject, String details, ActingOperator by) {
    String reason = reason(details);
    Act act = act(details);
    switch (act) {
      case suspend -> suspend(handle, find(subject), reason, by);
      case lift -> lift(handle, find(subject), reason, by);
      case confirm, fail -> {
        Held.Decision decision =
            act == Act.confirm ? Held.Decision.confirmed : Held.Decision.failed;
        if (!held.decide(handle, payment(subject), decision)) {
          throw notHeld();
        }
        log(handle, by, "held_payment." + decision, null, logged(subject, reason));
      }
    }
  }

  private void suspend(Handle handle, ListedToken token, String reason, ActingOperator by) {
    for (ListedToken same : tokens) {
      if (same.isSameTokenAs(token)) {
        suspensions.insert(handle, token.chainId(), same.symbol(), reason, by.name());
      }
    }
    log(handle, by, "token.suspended", null, logged(token.subject(), reason));
    LOG.log(Level.WARNING, "{0} is suspended: {1}", token.words(), reason);
  }

  private void lift(Handle handle, ListedToken token, String reason, ActingOperator by) {
    for (ListedToken same : tokens) {
      if (same.isSameTokenAs(token)) {
        // In this order: what was held meanwhile is there once the suspension is gone.
        suspensions.delete(handle, token.chainId(), same.symbol());
        held.confirm(handle, token.chainId(), same.symbol());
      }
    }
    log(handle, by, "token.lifted", token.subject(), logged(token.subject(), reason));
    LOG.log(Level.WARNING, "the suspension of {0} is lifted", token.words());
  }

  private void log(
      Handle handle, ActingOperator by, String action, @Nullable String before, String after) {
    operators.log().record(handle, by.actor(), action, before, after);
  }

  private static String logged(String subject, String reason) {
    return reason.isEmpty() ? subject : subject + ": " + reason;
  }

  private void done() {
    suspended.lookAgain();
    release.wake();
  }

  private ListedToken find(String subject) {
    return tokens.stream()
        .filter(token -> token.subject().equals(subject))
        .findFirst()
        .orElseThrow(
            () -> new Rejection(SettlementError.TOKEN_NOT_FOUND, Message.of("token.unknown")));
  }

  private static PaymentId payment(String subject) {
    PaymentId id = PaymentId.parse(subject);
    if (id == null) {
      throw notHeld();
    }
    return id;
  }

  private static Rejection notHeld() {
    return new Rejection(SettlementError.PAYMENT_NOT_HELD, Message.of("payment.notheld"));
  }

  private final class Work implements TwoPersonWork {
    @Override
    public boolean isOwn(Handle handle, String subject, ActingOperator by) {
      PaymentId id = PaymentId.parse(subject);
      return id == null
          ? isAnyOwn(handle, find(subject), by)
          : held.ofPayment(handle, id).stream()
              .anyMatch(it -> RecoverAccount.isMember(handle, it.merchantId(), by));
    }

    /** Lifting the suspension confirms what was held in the token, by whatever name. */
    private boolean isAnyOwn(Handle handle, ListedToken token, ActingOperator by) {
      MerchantId company = RecoverAccount.company(handle, by);
      return company != null
          && tokens.stream()
              .filter(same -> same.isSameTokenAs(token))
              .anyMatch(same -> held.isAnyOf(handle, company, token.chainId(), same.symbol()));
    }

    @Override
    public Plan plan(Handle handle, String subject, String details) {
      return SuspendTokens.this.plan(handle, subject, details);
    }

    @Override
    public @Nullable Secret run(
        Handle handle, Approval approval, ActingOperator by, UnaryOperator<String> link) {
      SuspendTokens.this.run(handle, approval.subject(), approval.details(), by);
      return null;
    }

    @Override
    public void done() {
      SuspendTokens.this.done();
    }
  }
}
