package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.account.Actor;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.wallet.ChainRefunds;
import dev.paylink.chain.watch.ScheduleTally.Seen;
import dev.paylink.ids.RefundId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Fields;
import dev.paylink.settlement.refund.MerchantRefunds;
import dev.paylink.settlement.refund.Refund;
import dev.paylink.testing.Together;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;

/**
 * The refunds of one story: requested, told to a wallet, sent, sent wrongly, canceled, in any
 * order. The service's own use cases do all of it, at the time of the chain.
 */
final class ScheduleRefunds {
  static final Actor SOMEBODY = new Actor("somebody", "192.0.2.1");
  private static final String SETTLED = "refund.settled";
  private static final String FAILED = "refund.failed";
  private static final List<String> BODIES =
      List.of(
          "{\"to\":\"%s\"}",
          "{\"to\":\"%s\",\"amount\":\"25.50\"}",
          "{\"to\":\"%s\",\"amount\":\"100.01\"}",
          "{\"to\":\"%s\",\"amount\":\"125.50\"}",
          "{\"to\":\"%s\",\"token\":\"USDT\"}",
          "{\"to\":\"%s\",\"token\":\"EURC\"}");

  private final ChainWorld world;
  private final TestChain chain;
  private final SchedulePayments payments;
  private final Random random;
  private final ScheduleTally all;
  private final MerchantRefunds own;
  private final Map<RefundId, Refund> requested =
      Collections.synchronizedMap(new LinkedHashMap<>());
  private final Set<RefundId> told = new LinkedHashSet<>();
  private final Set<RefundId> canceled = new LinkedHashSet<>();
  private final Map<String, BigDecimal> most = new HashMap<>();
  private Map<String, String> before = Map.of();
  private int blocksToSend;

  ScheduleRefunds(
      ChainWorld world,
      TestChain chain,
      SchedulePayments payments,
      Random random,
      ScheduleTally all) {
    this.world = world;
    this.chain = chain;
    this.payments = payments;
    this.random = random;
    this.all = all;
    this.own =
        world.ownRefunds(
            chain, () -> chain.inBlocks(blocksToSend).minus(MerchantRefunds.TIME_TO_SEND));
  }

  /** What the chain and the table of refunds say of one of them. */
  private record State(
      String id, String status, boolean isOpen, int payment, BigDecimal amount, String token) {
    String place() {
      return payment + " " + token;
    }
  }

  /** Requests one, or several of one payment at the same moment. */
  void request() throws Exception {
    int paid = payments.someToRefund();
    if (paid < 0 && random.nextInt(4) > 0) {
      return;
    }
    int payment = Math.max(0, paid);
    blocksToSend = 5 + random.nextInt(35);
    for (Token token : SchedulePayments.LISTED) {
      most.merge(
          payment + " " + token.symbol(), payments.received(payment, token), BigDecimal::max);
    }
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      byte[] body =
          BODIES
              .get(random.nextInt(BODIES.size()))
              .formatted(ChainWorld.PAYER)
              .getBytes(StandardCharsets.UTF_8);
      String key = "key " + random.nextLong();
      calls.add(() -> request(payments.get(payment), key, body));
    }
    List<Boolean> done = Together.all(calls);
    all.note(Seen.REFUNDS_RACING, done.size() > 1);
    done.forEach(accepted -> all.note(accepted ? Seen.REFUNDS : Seen.REFUNDS_REFUSED));
    if (done.contains(true)) {
      payments.refunded(payment);
    }
  }

  private boolean request(HostedPayment hosted, String key, byte[] body) {
    try {
      Refund refund =
          own.request(
                  hosted.payment().merchantId(),
                  ChainWorld.PAYEE.toString(),
                  hosted.payment().id().toString(),
                  SOMEBODY,
                  key,
                  body,
                  Fields.parse(body))
              .refund();
      requested.put(refund.id(), refund);
      ChainRefunds.Way way = way(refund);
      chain.promise(way.ref(), way.transfer());
      all.note(Seen.REFUNDS_AS_A_PART, way instanceof ChainRefunds.GiveBack);
      all.note(Seen.REFUNDS_OF_ANOTHER_CURRENCY, refund.currency().equals("EUR"));
      return true;
    } catch (Rejection e) {
      assertThat(e.code().name())
          .isIn(
              "PAYMENT_NOT_REFUNDABLE", "REFUND_TOO_LARGE", "TOO_MANY_REFUNDS", "INVALID_REQUEST");
      return false;
    }
  }

  /** A wallet is told what to send, and often sends it. */
  void tellWallet() {
    for (Refund refund : some()) {
      if (isDone(() -> own.give(refund.merchantId(), refund.id().toString()))) {
        told.add(refund.id());
        if (random.nextInt(3) > 0) {
          pay(refund);
        }
      }
    }
  }

  /** A wallet sends what it was told some time ago, once more or after a cancel. */
  void send() {
    some().stream().filter(refund -> told.contains(refund.id())).forEach(this::pay);
  }

  private void pay(Refund refund) {
    if (way(refund) instanceof ChainRefunds.GiveBack part) {
      chain.chain.refund(part.terms());
    } else {
      chain.pay(way(refund).transfer());
    }
  }

  private ChainRefunds.Way way(Refund refund) {
    return Objects.requireNonNull(world.refundNetwork(chain).way(refund));
  }

  /** Somebody pays something else under the refund's id. */
  void sendWrongly() {
    for (Refund refund : some()) {
      Terms right = way(refund).transfer();
      BigInteger more = right.amount().add(BigInteger.valueOf(random.nextInt(2) + 1L));
      Terms wrong = TestChain.priced(right, right.token(), more);
      EvmAddress payee = random.nextBoolean() ? right.payee() : ChainWorld.PAYEE;
      chain.pay(TestChain.changed(wrong, wrong.id(), payee, wrong.deadline()));
    }
  }

  void cancel() {
    for (Refund refund : some()) {
      if (random.nextBoolean()
          && isDone(() -> own.cancel(refund.merchantId(), refund.id().toString(), SOMEBODY))) {
        canceled.add(refund.id());
      }
    }
  }

  /** At the same moment a wallet is told and the refund is canceled: both may be done. */
  void cancelWhileTelling() throws Exception {
    for (Refund refund : some()) {
      String id = refund.id().toString();
      List<Boolean> done =
          Together.all(
              List.of(
                  () -> isDone(() -> own.cancel(refund.merchantId(), id, SOMEBODY)),
                  () -> isDone(() -> own.give(refund.merchantId(), id))));
      if (done.getFirst()) {
        canceled.add(refund.id());
      }
      if (done.getLast()) {
        told.add(refund.id());
        pay(refund);
      }
    }
  }

  private static boolean isDone(Callable<Refund> call) {
    try {
      return Objects.nonNull(call.call());
    } catch (Rejection e) {
      assertThat(e.code().name()).isIn("REFUND_NOT_OPEN", "PAYMENT_NOT_REFUNDABLE");
      return false;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Refund> some() {
    return List.copyOf(requested.values()).stream()
        .filter(refund -> random.nextInt(3) == 0)
        .toList();
  }

  boolean isAnyOpen() {
    return states().stream().anyMatch(State::isOpen);
  }

  /** Nothing is settled before it is final, and never more is promised than came. */
  void check() {
    if (requested.isEmpty()) {
      return;
    }
    Set<Bytes32> onChain = chain.finalRefs();
    Map<String, BigDecimal> sums = new HashMap<>();
    Map<String, String> now = new HashMap<>();
    for (State state : states()) {
      boolean settled = state.status.equals("settled");
      if (settled) {
        assertThat(onChain).contains(ref(state));
      }
      if (settled || state.isOpen) {
        sums.merge(state.place(), state.amount, BigDecimal::add);
      }
      now.put(state.id, state.status);
      all.note(
          Seen.REFUNDS_TAKEN_BACK,
          state.status.equals("requested") && "sent".equals(before.get(state.id)));
    }
    before = now;
    sums.forEach(
        (place, sum) ->
            assertThat(sum).isLessThanOrEqualTo(Objects.requireNonNull(most.get(place))));
  }

  /** What was seen is sent, what is gone is not, and what is final is settled. */
  void areAsTheNewestBlocksHaveThem() {
    Set<Bytes32> seen = chain.refs(chain.head());
    Set<Bytes32> settled = chain.finalRefs();
    long now = chain.inBlocks(-TestChain.FINAL_AFTER).getEpochSecond();
    for (State state : states()) {
      boolean isCanceled = canceled.contains(RefundId.parse(state.id));
      boolean isOver = refund(state).deadline() <= now;
      String expected =
          settled.contains(ref(state))
              ? "settled"
              : isCanceled ? "canceled" : seen.contains(ref(state)) ? "sent" : "requested";
      assertThat(state.status)
          .isEqualTo(isOver && expected.equals("requested") ? "failed" : expected);
    }
  }

  private Refund refund(State state) {
    return Objects.requireNonNull(requested.get(RefundId.parse(state.id)));
  }

  private Bytes32 ref(State state) {
    return Objects.requireNonNull(refund(state).payable()).ref();
  }

  private List<State> states() {
    if (requested.isEmpty()) {
      return List.of();
    }
    return world
        .stored
        .texts(
            """
            select concat_ws(' ', id, status, open, payment_id, amount, token) from refund
             where merchant_id = ? and created_at > '-infinity'
            """,
            payments.get(0).payment().merchantId().value())
        .stream()
        .map(row -> row.split(" ", -1))
        .map(
            row ->
                new State(
                    new RefundId(UUID.fromString(row[0])).toString(),
                    row[1],
                    row[2].equals("t"),
                    payments.indexOf(row[3]),
                    new BigDecimal(row[4]),
                    row[5]))
        .toList();
  }

  /** What final blocks have given back in one token, as it was requested. */
  BigInteger finalUnits(Token token) {
    Map<Bytes32, Refund> own = new HashMap<>();
    requested.values().forEach(refund -> own.put(way(refund).ref(), refund));
    return chain.finalLogs().stream()
        .filter(
            log -> {
              Refund refund = own.get(log.ref());
              return refund != null
                  && log.token().equals(token.address())
                  && log.amount().equals(refund.units())
                  && log.payee().toString().equals(refund.to());
            })
        .map(SettledLog::amount)
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  /** Each is as the final chain has it, and was told so, once and in this order. */
  void endAsTheChainHasThem(int halts) {
    check();
    Set<Bytes32> onChain = chain.finalRefs();
    for (State state : states()) {
      boolean isPaid = onChain.contains(ref(state));
      boolean isCanceled = canceled.contains(RefundId.parse(state.id));
      assertThat(state.isOpen).isFalse();
      assertThat(state.status).isEqualTo(isPaid ? "settled" : isCanceled ? "canceled" : "failed");
      List<String> heard = heard(state);
      List<String> last = isPaid ? List.of(SETTLED) : isCanceled ? List.of() : List.of(FAILED);
      if (halts == 0) {
        assertThat(heard).isEqualTo(last);
      } else {
        assertThat(heard).endsWith(last.toArray(String[]::new));
        assertThat(Collections.frequency(heard, SETTLED)).isLessThanOrEqualTo(1 + halts);
        assertThat(Collections.frequency(heard, FAILED))
            .isEqualTo(Collections.frequency(last, FAILED));
      }
      all.note(Seen.REFUNDS_SETTLED, isPaid);
      all.note(Seen.REFUNDS_SETTLED_ALTHOUGH_CANCELED, isPaid && isCanceled);
      all.note(Seen.REFUNDS_SETTLED_AGAIN, isPaid && heard.size() > 1);
      all.note(Seen.REFUNDS_CANCELED, !isPaid && isCanceled);
      all.note(Seen.REFUNDS_FAILED, !isPaid && !isCanceled);
    }
    if (halts == 0) {
      sumsAreToldAsTheyGrow();
    }
  }

  private List<String> heard(State state) {
    return world.stored.texts(
        """
        select type from event
         where payment_id = ? and convert_from(body, 'UTF8')::jsonb -> 'refund' ->> 'refundId' = ?
         order by position
        """,
        payments.get(state.payment).payment().id().value(),
        state.id);
  }

  private void sumsAreToldAsTheyGrow() {
    for (int i = 0; i < WatchSchedule.PAYMENTS; i++) {
      BigDecimal settled = BigDecimal.ZERO;
      for (String event :
          world.stored.texts(
              """
              select concat_ws(' ', type, body ->> 'refundedAmount', body -> 'refund' ->> 'amount',
                               body -> 'refund' ->> 'currency')
                from (select type, position, convert_from(body, 'UTF8')::jsonb as body from event
                       where payment_id = ? and type like 'refund.%') e
               order by position
              """,
              payments.get(i).payment().id().value())) {
        String[] parts = event.split(" ", -1);
        boolean counts = parts[0].equals(SETTLED) && parts[3].equals("USD");
        settled = counts ? settled.add(new BigDecimal(parts[2])) : settled;
        assertThat(new BigDecimal(parts[1])).isEqualByComparingTo(settled);
      }
      assertThat(settled).isLessThanOrEqualTo(payments.received(i));
    }
  }
}
