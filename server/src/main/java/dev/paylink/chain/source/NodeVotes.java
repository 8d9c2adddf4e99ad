package dev.paylink.chain.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts questions to the nodes of a chain at the same time, to those without trouble first, until
 * enough have given the same answer. Nodes that are outvoted are named.
 */
final class NodeVotes {
  private final String chain;
  private final int quorum;
  private final List<ChainNode> nodes;

  NodeVotes(String chain, int quorum, List<ChainNode> nodes) {
    this.chain = chain;
    this.quorum = quorum;
    this.nodes = nodes;
  }

  /**
   * Returns the answer that enough nodes give.
   *
   * @param contradicts whether a node with the second answer contradicts those with the first
   */
  <T> T agreed(String about, Function<ChainSource, T> question, BiPredicate<T, T> contradicts) {
    Map<T, Set<ChainNode>> answers = new LinkedHashMap<>();
    List<T> agreed = new ArrayList<>();
    NodeRace<T> race = new NodeRace<>(inOrder(), quorum, node -> question);
    race.run(
        (node, answer) -> {
          Set<ChainNode> same = answers.computeIfAbsent(answer, it -> new LinkedHashSet<>());
          same.add(node);
          if (same.size() == quorum) {
            agreed.add(answer);
          }
          return same.size() == quorum;
        });
    if (agreed.isEmpty()) {
      throw answers.size() < 2
          ? tooFew(race)
          : new ChainUnavailable("the nodes disagree about " + about + ": " + sides(answers));
    }
    T answer = agreed.getFirst();
    answers.forEach(
        (other, by) -> {
          if (!other.equals(answer) && contradicts.test(answer, other)) {
            by.forEach(it -> it.disagreed(chain, about));
          }
        });
    return answer;
  }

  /** Returns the answer of one node; null if it gives none. */
  <T> @Nullable T of(ChainNode node, Function<ChainSource, T> question) {
    List<T> answers = new ArrayList<>();
    new NodeRace<T>(List.of(node), 1, it -> question).run((it, answer) -> answers.add(answer));
    return answers.isEmpty() ? null : answers.getFirst();
  }

  /** Returns the first answer that is enough, or else the last one; null if no node answers. */
  <T> @Nullable T first(Function<ChainSource, T> question, Predicate<T> isEnough) {
    List<T> answers = new ArrayList<>();
    new NodeRace<T>(inOrder(), 1, node -> question)
        .run(
            (node, answer) -> {
              answers.add(answer);
              return isEnough.test(answer);
            });
    return answers.isEmpty() ? null : answers.getLast();
  }

  /**
   * Asks further nodes, one after the other, until nothing is left to ask.
   *
   * @param question what is left to ask at the time; null if nothing is
   */
  <Q, T> void further(
      Predicate<ChainNode> which,
      Supplier<@Nullable Q> question,
      BiFunction<ChainSource, Q, T> ask,
      BiConsumer<ChainNode, T> take) {
    for (ChainNode node : inOrder()) {
      Q open = question.get();
      if (open == null) {
        return;
      }
      if (which.test(node)) {
        new NodeRace<T>(List.of(node), 1, it -> source -> ask.apply(source, open))
            .run(
                (it, answer) -> {
                  take.accept(it, answer);
                  return true;
                });
      }
    }
  }

  /**
   * Returns the highest number that enough nodes have reached; counts resting nodes only if needed.
   */
  long reached(ToLongFunction<ChainSource> question) {
    List<Long> numbers = new ArrayList<>();
    List<ChainNode> order = inOrder();
    int fresh = (int) order.stream().filter(node -> !node.isResting()).count();
    NodeRace<Long> race =
        new NodeRace<>(order, Math.max(quorum, fresh), node -> question::applyAsLong);
    race.runAll(
        quorum,
        (node, number) -> {
          numbers.add(number);
          return numbers.size() >= quorum;
        });
    if (numbers.size() < quorum) {
      throw tooFew(race);
    }
    numbers.sort(Comparator.reverseOrder());
    return numbers.get(quorum - 1);
  }

  /** Collects the logs of as many nodes as must agree. */
  <L> Sightings<L> sightings(Function<ChainSource, List<L>> question) {
    Sightings<L> sightings = new Sightings<>();
    NodeRace<List<L>> race = new NodeRace<>(inOrder(), quorum, node -> question);
    race.run(
        (node, logs) -> {
          sightings.add(node, logs);
          return sightings.asked().size() == quorum;
        });
    if (sightings.asked().size() < quorum) {
      throw tooFew(race);
    }
    return sightings;
  }

  /** A question about several subjects, with an answer for each. */
  interface Ballot<T> {
    List<Boolean> ask(ChainSource source, List<T> open);
  }

  /** What a node says about some of the subjects. */
  private record Vote<T>(List<T> about, List<Boolean> answers) {}

  /** Asks as many nodes as must agree, then further ones about what is not decided yet. */
  <T> List<RefState> poll(List<T> subjects, String about, Ballot<T> ballot) {
    Map<T, Set<ChainNode>> yes = new HashMap<>();
    Map<T, Set<ChainNode>> no = new HashMap<>();
    if (subjects.isEmpty()) {
      return List.of();
    }
    NodeRace<Vote<T>> race =
        new NodeRace<>(
            inOrder(),
            quorum,
            node -> {
              List<T> open = open(subjects, yes, no);
              return source -> new Vote<>(open, ballot.ask(source, open));
            });
    race.run(
        (node, vote) -> {
          for (int i = 0; i < vote.about.size(); i++) {
            (vote.answers.get(i) ? yes : no)
                .computeIfAbsent(vote.about.get(i), it -> new HashSet<>())
                .add(node);
          }
          return open(subjects, yes, no).isEmpty();
        });
    if (race.answered() < quorum) {
      throw tooFew(race);
    }
    return subjects.stream().map(it -> state(yes, no, it, about)).toList();
  }

  private <T> List<T> open(
      List<T> subjects, Map<T, Set<ChainNode>> yes, Map<T, Set<ChainNode>> no) {
    return subjects.stream().filter(it -> size(yes, it) < quorum && size(no, it) < quorum).toList();
  }

  private <T> RefState state(
      Map<T, Set<ChainNode>> yes, Map<T, Set<ChainNode>> no, T subject, String about) {
    if (size(yes, subject) >= quorum) {
      no.getOrDefault(subject, Set.of()).forEach(node -> node.disagreed(chain, about));
      return RefState.SETTLED;
    }
    if (size(no, subject) >= quorum) {
      yes.getOrDefault(subject, Set.of()).forEach(node -> node.disagreed(chain, about));
      return RefState.OPEN;
    }
    return RefState.DISPUTED;
  }

  private static <T> int size(Map<T, Set<ChainNode>> votes, T subject) {
    return votes.getOrDefault(subject, Set.of()).size();
  }

  /**
   * Returns the nodes in the order to ask them: those that failed or disagreed lately come last,
   * and nodes that disagreed after nodes that did not answer.
   */
  List<ChainNode> inOrder() {
    return nodes.stream()
        .sorted(Comparator.comparing(ChainNode::isDoubted).thenComparing(ChainNode::isResting))
        .toList();
  }

  /** Returns who is on which side, in the order of the configuration. */
  private String sides(Map<?, Set<ChainNode>> answers) {
    return answers.values().stream()
        .map(side -> nodes.stream().filter(side::contains).toList())
        .sorted(Comparator.comparingInt(side -> nodes.indexOf(side.getFirst())))
        .map(List::toString)
        .collect(Collectors.joining(" against "));
  }

  private ChainUnavailable tooFew(NodeRace<?> race) {
    ChainUnavailable failure = race.failure();
    if (failure instanceof TooManyLogs || (nodes.size() == 1 && failure != null)) {
      return failure;
    }
    String why =
        "%d of %d nodes answered, %d must%s"
            .formatted(
                race.answered(),
                nodes.size(),
                quorum,
                failure == null ? "" : "; " + failure.getMessage());
    return race.timedOut() ? new NodeTimeout(why) : new ChainUnavailable(why, failure);
  }
}
