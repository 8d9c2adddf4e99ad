package dev.paylink.chain.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.paylink.money.Bytes32;
import dev.paylink.testing.LoggedBy;
import dev.paylink.testing.Standstill;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What two of three nodes decide, and what one of them cannot. */
final class QuorumRulesTest {
  private static final Bytes32 REF = SaidByNode.hash("ref");

  private final SaidByNode a = SaidByNode.at(10, "a");
  private final SaidByNode b = SaidByNode.at(10, "a");
  private final SaidByNode c = SaidByNode.at(10, "a");
  private final ChainNode nodeA = new ChainNode("A", a);
  private final ChainNode nodeB = new ChainNode("B", b);
  private final ChainNode nodeC = new ChainNode("C", c);
  private final Quorum quorum = new Quorum("test", 2, List.of(nodeA, nodeB, nodeC));

  @Test
  void block_counts_when_enough_nodes_have_it_under_one_hash() {
    assertThat(quorum.header(7)).isEqualTo(SaidByNode.block(7, "a"));
    assertThat(c.asked).as("enough nodes have answered").isZero();
    a.headers.put(7L, SaidByNode.block(7, "forged"));
    assertThat(quorum.header(7)).isEqualTo(SaidByNode.block(7, "a"));
    assertThat(disagreements()).containsExactly(1L, 0L, 0L);
    assertThat(nodeA.isDoubted()).isTrue();
    int before = a.asked;
    quorum.header(7);
    assertThat(a.asked).as("who disagreed is asked last").isEqualTo(before);
  }

  @Test
  void nodes_without_a_block_lag_and_do_not_disagree() {
    a.headers.remove(7L);
    assertThat(quorum.header(7)).isEqualTo(SaidByNode.block(7, "a"));
    assertThat(disagreements()).containsExactly(0L, 0L, 0L);
    b.headers.remove(7L);
    assertThat(quorum.header(7)).isNull();
    assertThat(disagreements()).containsExactly(0L, 0L, 0L);
  }

  @Test
  void three_answers_decide_nothing() {
    a.headers.put(7L, SaidByNode.block(7, "x"));
    b.headers.put(7L, SaidByNode.block(7, "y"));
    assertThatThrownBy(() -> quorum.header(7))
        .isInstanceOf(ChainUnavailable.class)
        .hasMessage("the nodes disagree about block 7: [A] against [B] against [C]");
  }

  @Test
  void too_few_answers_decide_nothing() {
    a.fails = new ChainUnavailable("away");
    assertThat(quorum.header(7)).isNotNull();
    assertThat(nodeA.isResting()).isTrue();
    assertThat(nodeA.isDoubted()).isFalse();
    b.fails = new ChainUnavailable("away too");
    assertThatThrownBy(() -> quorum.header(7)).hasMessage("1 of 3 nodes answered, 2 must; away");
    assertThatThrownBy(quorum::head).isInstanceOf(ChainUnavailable.class);
    assertThatThrownBy(() -> quorum.logs(1, 2)).isInstanceOf(ChainUnavailable.class);
    assertThatThrownBy(() -> quorum.settled(1, REF, List.of(REF)))
        .isInstanceOf(ChainUnavailable.class);
  }

  @Test
  void question_that_is_too_large_rests_nobody_and_is_told_as_such() {
    a.fails = new TooManyLogs("too many");
    b.fails = new ChainUnavailable("away");
    assertThatThrownBy(() -> quorum.logs(1, 9)).isInstanceOf(TooManyLogs.class);
    assertThat(nodeA.isResting()).isFalse();
    assertThat(nodeB.isResting()).isTrue();
  }

  @Test
  void only_node_speaks_for_itself() {
    Quorum alone = Quorum.of("alone", a);
    a.fails = new ChainUnavailable("its own words");
    assertThatThrownBy(alone::head).hasMessage("its own words");
  }

  @Test
  void head_is_what_enough_nodes_have_reached() {
    a.newest = 10;
    b.newest = 8;
    c.newest = 9;
    assertThat(quorum.head()).isEqualTo(9);
    assertThat(quorum.finalized()).isEqualTo(SaidByNode.block(9, "a"));
    c.fails = new ChainUnavailable("away");
    assertThat(quorum.head()).isEqualTo(8);
  }

  @Test
  void resting_node_is_counted_only_if_needed() {
    nodeA.failed();
    b.newest = 8;
    c.newest = 7;
    assertThat(quorum.head()).isEqualTo(7);
    assertThat(a.asked).isZero();
    c.fails = new ChainUnavailable("away");
    assertThat(quorum.head()).isEqualTo(8);
    assertThat(a.asked).isEqualTo(1);
  }

  @Test
  void doubted_nodes_are_asked_after_silent_ones() {
    nodeA.disagreed("test", "a block");
    nodeB.failed();
    assertThat(new NodeVotes("test", 2, quorum.nodes()).inOrder())
        .containsExactly(nodeC, nodeB, nodeA);
  }

  @Test
  void settlement_is_proven_by_log_and_state_of_enough_nodes() {
    settledOn(a, b);
    SettledLog log = log("a");
    a.logs = List.of(log);
    Sightings<SettledLog> sightings = quorum.logs(1, 10);
    assertThat(sightings.logs()).as("one node shows it").containsExactly(log);
    assertThat(quorum.judge(sightings, sightings.logs()).disputed()).containsExactly(REF);
    b.logs = List.of(log);
    sightings = quorum.logs(1, 10);
    assertThat(quorum.judge(sightings, sightings.logs()))
        .isEqualTo(new Quorum.Verdict(List.of(log), Set.of()));
  }

  @Test
  void further_node_is_asked_for_a_log_that_too_few_have() {
    settledOn(a, b, c);
    SettledLog log = log("a");
    b.logs = List.of(log);
    c.logs = List.of(log);
    Sightings<SettledLog> sightings = quorum.logs(1, 10);
    assertThat(quorum.judge(sightings, sightings.logs()).proven()).containsExactly(log);
    assertThat(disagreements()).as("A hid it").containsExactly(1L, 0L, 0L);
  }

  @Test
  void forged_log_without_the_state_names_its_holder() {
    SettledLog forged = log("a");
    a.logs = List.of(forged);
    Sightings<SettledLog> sightings = quorum.logs(1, 10);
    assertThat(quorum.judge(sightings, sightings.logs()))
        .isEqualTo(new Quorum.Verdict(List.of(), Set.of()));
    assertThat(nodeA.disagreements()).isPositive();
    assertThat(nodeB.disagreements()).isZero();
  }

  @Test
  void forged_log_beside_the_real_one_does_not_dispute_it() {
    settledOn(a, b, c);
    SettledLog real = log("a");
    SettledLog forged = log("forged");
    a.logs = List.of(forged, real);
    b.logs = List.of(real);
    c.logs = List.of(real);
    Sightings<SettledLog> sightings = quorum.logs(1, 10);
    assertThat(quorum.judge(sightings, sightings.logs()))
        .isEqualTo(new Quorum.Verdict(List.of(real), Set.of()));
  }

  @Test
  void lost_state_of_a_block_is_asked_for_in_the_newest_final_one() {
    settledOn(a, b);
    SettledLog log = log("a");
    a.logs = List.of(log);
    b.logs = List.of(log);
    a.lostState = log.blockHash();
    b.lostState = log.blockHash();
    Sightings<SettledLog> sightings = quorum.logs(1, 10);
    c.fails = new ChainUnavailable("away");
    assertThatThrownBy(() -> quorum.judge(sightings, sightings.logs()))
        .isInstanceOf(ChainUnavailable.class);
    quorum.finalized();
    assertThat(quorum.judge(sightings, sightings.logs()).proven()).containsExactly(log);
  }

  @Test
  void ref_is_open_settled_or_disputed_as_enough_nodes_say() {
    Bytes32 other = SaidByNode.hash("other");
    Bytes32 third = SaidByNode.hash("third");
    a.settled.addAll(Set.of(REF, third));
    b.settled.add(REF);
    assertThat(quorum.settled(7, SaidByNode.hash("a7"), List.of(REF, other, third)))
        .containsExactly(RefState.SETTLED, RefState.OPEN, RefState.OPEN);
    assertThat(disagreements()).as("A about the third").containsExactly(1L, 0L, 0L);
    assertThat(c.asked).as("only about the third").isEqualTo(1);
    b.fails = new ChainUnavailable("away");
    assertThat(quorum.settled(7, SaidByNode.hash("a7"), List.of(REF)))
        .containsExactly(RefState.DISPUTED);
    assertThat(quorum.settled(7, SaidByNode.hash("a7"), List.of())).isEmpty();
  }

  @Test
  void node_that_denies_a_settled_ref_is_named() {
    settledOn(b, c);
    assertThat(quorum.settled(7, SaidByNode.hash("a7"), List.of(REF)))
        .containsExactly(RefState.SETTLED);
    assertThat(disagreements()).containsExactly(1L, 0L, 0L);
  }

  @Test
  void transfer_is_proven_refuted_or_disputed_by_its_log_alone() {
    TransferLog log = transfer();
    a.transfers = List.of(log);
    b.transfers = List.of(log);
    assertThat(judged()).isEqualTo(new Quorum.TransferVerdict(List.of(log), List.of()));
    b.transfers = List.of();
    c.fails = new ChainUnavailable("away");
    assertThat(judged()).isEqualTo(new Quorum.TransferVerdict(List.of(), List.of(log)));
    assertThat(disagreements()).containsExactly(0L, 0L, 0L);
    c.fails = null;
    assertThat(judged()).isEqualTo(new Quorum.TransferVerdict(List.of(), List.of()));
    assertThat(disagreements()).as("A forged it").containsExactly(1L, 0L, 0L);
  }

  @Test
  void node_that_hides_a_proven_transfer_is_named() {
    TransferLog log = transfer();
    b.transfers = List.of(log);
    c.transfers = List.of(log);
    assertThat(judged().proven()).containsExactly(log);
    assertThat(disagreements()).containsExactly(1L, 0L, 0L);
  }

  @Test
  void code_and_what_lies_at_a_block_are_what_enough_nodes_report() {
    a.hasCode = true;
    b.hasCode = true;
    assertThat(quorum.hasCode(SaidByNode.address(1))).isTrue();
    b.hasCode = false;
    assertThat(quorum.hasCode(SaidByNode.address(1))).isFalse();
    assertThat(disagreements()).as("a contract may be new").containsExactly(0L, 0L, 0L);
    a.newest = 5;
    assertThat(quorum.heldAt(SaidByNode.block(7, "a"), List.of()))
        .containsExactly(Optional.of(BigInteger.valueOf(10)));
    assertThat(disagreements()).containsExactly(1L, 0L, 0L);
  }

  @Test
  void settlements_of_some_refs_are_those_of_any_of_enough_nodes() {
    SettledLog log = log("a");
    a.logs = List.of(log);
    assertThat(quorum.logsOf(List.of(REF), 1, 10).logs()).containsExactly(log);
    assertThat(quorum.logsOf(List.of(SaidByNode.hash("other")), 1, 10).logs()).isEmpty();
    assertThat(quorum.judge(quorum.logs(8, 9), List.of()))
        .isEqualTo(new Quorum.Verdict(List.of(), Set.of()));
  }

  @Test
  void what_lies_somewhere_now_is_asked_of_the_first_that_answers() {
    a.fails = new ChainUnavailable("away");
    b.newest = 5;
    assertThat(quorum.heldNow(List.of())).containsExactly(Optional.of(BigInteger.valueOf(5)));
    assertThat(c.asked).isZero();
    b.fails = new ChainUnavailable("away");
    c.fails = new ChainUnavailable("away");
    assertThatThrownBy(() -> quorum.heldNow(List.of())).hasMessage("no node answers");
  }

  @Test
  @Timeout(600) // each question would wait for ever
  void node_that_hangs_holds_up_nobody_and_rests() {
    a.hangs = new CountDownLatch(1);
    settledOn(b, c);
    assertThat(quorum.header(7)).isEqualTo(SaidByNode.block(7, "a"));
    assertThat(nodeA.isSilent()).isTrue();
    assertThat(quorum.head()).isEqualTo(10);
    assertThat(quorum.logs(1, 9).logs()).isEmpty();
    assertThat(quorum.settled(7, SaidByNode.hash("a7"), List.of(REF)))
        .containsExactly(RefState.SETTLED);
    assertThat(quorum.heldNow(List.of())).isNotEmpty();
    assertThat(a.asked).as("it is asked last, and the others are enough").isEqualTo(1);
    assertThat(nodeA.silences()).isEqualTo(1);
    assertThat(nodeB.isSilent() || nodeC.isSilent()).isFalse();
  }

  @Test
  @Timeout(600)
  void head_waits_for_a_slow_node_only_until_enough_have_answered() {
    c.hangs = new CountDownLatch(1);
    b.newest = 8;
    assertThat(quorum.head()).isEqualTo(8);
    assertThat(nodeC.isSilent()).isTrue();
  }

  @Test
  void node_that_is_much_slower_than_another_is_outrun_and_rests() {
    a.slowMillis = 1_800; // less than the moment that everybody has
    try (Standstill still = new Standstill()) {
      assertThat(quorum.header(7)).isEqualTo(SaidByNode.block(7, "a"));
      assumeThat(still.lost())
          .as("nobody is outrun by one that stands still")
          .isLessThan(Duration.ofMillis(500));
    }
    assertThat(c.asked).as("after half a second").isEqualTo(1);
    assertThat(nodeA.isSilent()).isTrue();
    assertThat(quorum.logs(1, 9).logs()).isEmpty();
    assertThat(quorum.head()).isEqualTo(10);
    assertThat(a.asked).as("then it rests").isEqualTo(1);
  }

  @Test
  void silence_is_not_too_many_logs() {
    a.fails = new NodeTimeout("not within 10 s");
    b.fails = new NodeTimeout("not within 10 s");
    assertThatThrownBy(() -> quorum.logs(1, 9))
        .isInstanceOf(NodeTimeout.class)
        .hasMessageStartingWith("1 of 3 nodes answered, 2 must");
    assertThat(nodeA.isSilent()).isTrue();
  }

  @Test
  void node_that_is_there_twice_counts_once() {
    Quorum twice = new Quorum("test", 2, List.of(nodeA, nodeA, nodeC));
    settledOn(a);
    assertThat(twice.settled(7, SaidByNode.hash("a7"), List.of(REF)))
        .containsExactly(RefState.DISPUTED);
  }

  @Test
  void transfer_in_dispute_is_told_once_with_the_nodes_that_have_it() {
    a.transfers = List.of(transfer());
    c.fails = new ChainUnavailable("away");
    try (LoggedBy log = new LoggedBy(Quorum.class)) {
      judged();
      judged();
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("disagree about the transfer", "only [A] have it in block 7");
    }
  }

  private Quorum.TransferVerdict judged() {
    Sightings<TransferLog> sightings =
        quorum.transfers(Set.of(SaidByNode.address(1)), Set.of(SaidByNode.address(3)), 1, 10);
    return quorum.judgeTransfers(sightings, sightings.logs());
  }

  private void settledOn(SaidByNode... nodes) {
    for (SaidByNode node : nodes) {
      node.settled.add(REF);
    }
  }

  private List<Long> disagreements() {
    return List.of(nodeA.disagreements(), nodeB.disagreements(), nodeC.disagreements());
  }

  private static SettledLog log(String branch) {
    return new SettledLog(
        7,
        SaidByNode.hash(branch + 7),
        SaidByNode.hash("transaction"),
        0,
        REF,
        SaidByNode.hash("id"),
        SaidByNode.address(1),
        SaidByNode.address(2),
        BigInteger.TEN,
        SaidByNode.address(3));
  }

  private static TransferLog transfer() {
    return new TransferLog(
        7,
        SaidByNode.hash("a7"),
        SaidByNode.hash("transaction"),
        0,
        SaidByNode.address(1),
        SaidByNode.address(2),
        SaidByNode.address(3),
        BigInteger.TEN);
  }
}
