package dev.paylink.chain.watch;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.Sightings;
import dev.paylink.money.Bytes32;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Follows payments, or refunds, through the blocks of one deployment.
 *
 * <ul>
 *   <li>Only proof by a quorum of nodes settles: the log in its block, and the ref in the state of
 *       that block. What it cannot decide is looked for again in the same round.
 *   <li>A ref that the contract calls settled although no log said so is searched for: when its
 *       time runs out, and now and then before.
 * </ul>
 */
final class FollowRefs<M extends Followed.Match> {
  private final Quorum quorum;
  private final Followed<M> followed;
  private final SettledSweep sweep;
  private final UnreadSettlements unread;
  private final Set<Bytes32> disputed = new HashSet<>();

  FollowRefs(ChainConfig chain, Quorum quorum, Followed<M> followed) {
    this.quorum = quorum;
    this.followed = followed;
    this.sweep = new SettledSweep(quorum, followed);
    this.unread = new UnreadSettlements(chain, quorum, this);
  }

  /** Notes what is in these blocks, which are not final. */
  void see(Sightings<SettledLog> sightings, Cursor cursor) {
    Map<SettledLog, M> news = matches(sightings, Followed.Match::isNews);
    followed.see(of(news, quorum.held(sightings, List.copyOf(news.keySet()))), cursor);
  }

  /** Records what the quorum proves in these blocks, which are final, and moves the cursor. */
  void settle(Sightings<SettledLog> sightings, Cursor from, Cursor to, Instant at) {
    disputed.addAll(judge(sightings, from, to, at).disputed());
  }

  /** Records what the quorum proves of blocks read before, while the cursor stays; returns it. */
  List<SettledLog> record(Sightings<SettledLog> sightings, Cursor cursor) {
    return judge(sightings, cursor, cursor, null).proven();
  }

  /** Tells whether one of these logs is a settlement that was recorded before. */
  boolean isRecorded(List<SettledLog> logs) {
    return followed.match(logs).stream().anyMatch(Followed.Match::isRecorded);
  }

  /** Ends what is due, and looks for settlements that no log told. */
  void finish(Cursor cursor) {
    Set<Bytes32> missing = followed.end(cursor);
    missing.addAll(sweep.handle(cursor));
    missing.addAll(disputed);
    disputed.clear();
    unread.handle(missing, cursor);
  }

  private Quorum.Verdict judge(
      Sightings<SettledLog> sightings, Cursor from, Cursor to, @Nullable Instant at) {
    Map<SettledLog, M> open = matches(sightings, match -> !match.isRecorded());
    Quorum.Verdict verdict = quorum.judge(sightings, List.copyOf(open.keySet()));
    Map<Bytes32, M> proven = new LinkedHashMap<>();
    of(open, verdict.proven()).forEach(match -> proven.putIfAbsent(match.log().ref(), match));
    followed.settle(List.copyOf(proven.values()), from, to, at);
    return verdict;
  }

  private Map<SettledLog, M> matches(Sightings<SettledLog> sightings, Predicate<M> which) {
    Map<SettledLog, M> matches = new LinkedHashMap<>();
    followed.match(sightings.logs()).stream()
        .filter(which)
        .forEach(match -> matches.put(match.log(), match));
    return matches;
  }

  private List<M> of(Map<SettledLog, M> matches, List<SettledLog> logs) {
    return logs.stream().map(log -> Objects.requireNonNull(matches.get(log))).toList();
  }
}
