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
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts questions to the nodes of a chain, those without trouble first, until enough have given the
 * same answer. Nodes that are outvoted are named.
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
    Asking asking = new Asking();
    for (ChainNode node : inOrder()) {
      T answer = asking.ask(node, question);
      if (answer != null) {
        Set<ChainNode> same = answers.computeIfAbsent(answer, it -> new LinkedHashSet<>());
        same.add(node);
        if (same.size() == quorum) {
          answers.forEach(
              (other, by) -> {
                if (!other.equals(answer) && contradicts.test(answer, other)) {
                  by.forEach(it -> it.disagreed(chain, about));
                }
              });
          return answer;
        }
      }
    }
    throw answers.size() < 2
        ? asking.tooFew()
        : new ChainUnavailable("the nodes disagree about " + about + ": " + sides(answers));
  }

  /** Asks one node; returns null if it does not answer. */
  <T> @Nullable T ask(ChainNode node, Function<ChainSource, T> question) {
    return new Asking().ask(node, question);
  }

  /**
   * Returns the highest number that enough nodes have reached; counts resting nodes only if needed.
   */
  long reached(ToLongFunction<ChainSource> question) {
    List<Long> numbers = new ArrayList<>();
    Asking asking = new Asking();
    for (ChainNode node : inOrder()) {
      if (numbers.size() < quorum || !node.isResting()) {
        Long number = asking.ask(node, question::applyAsLong);
        if (number != null) {
          numbers.add(number);
        }
      }
    }
    if (numbers.size() < quorum) {
      throw asking.tooFew();
    }
    numbers.sort(Comparator.reverseOrder());
    return numbers.get(quorum - 1);
  }

  /** Collects the logs of as many nodes as must agree. */
  <L> Sightings<L> sightings(Function<ChainSource, List<L>> question) {
    Sightings<L> sightings = new Sightings<>();
    Asking asking = new Asking();
    for (ChainNode node : inOrder()) {
      List<L> logs = asking.ask(node, question);
      if (logs != null) {
        sightings.add(node, logs);
        if (sightings.asked().size() == quorum) {
          return sightings;
        }
      }
    }
    throw asking.tooFew();
  }

  /** A question about several subjects, with an answer for each. */
  interface Ballot<T> {
    List<Boolean> ask(ChainSource source, List<T> open);
  }

  /** Asks node after node about everything that a quorum has not decided yet. */
  <T> List<RefState> poll(List<T> subjects, String about, Ballot<T> ballot) {
    Map<T, Set<ChainNode>> yes = new HashMap<>();
    Map<T, Set<ChainNode>> no = new HashMap<>();
    Asking asking = new Asking();
    for (ChainNode node : inOrder()) {
      List<T> open =
          subjects.stream().filter(it -> size(yes, it) < quorum && size(no, it) < quorum).toList();
      if (open.isEmpty()) {
        break;
      }
      List<Boolean> answers = asking.ask(node, source -> ballot.ask(source, open));
      for (int i = 0; answers != null && i < open.size(); i++) {
        (answers.get(i) ? yes : no).computeIfAbsent(open.get(i), it -> new HashSet<>()).add(node);
      }
    }
    if (!subjects.isEmpty() && asking.answered < quorum) {
      throw asking.tooFew();
    }
    return subjects.stream().map(it -> state(yes, no, it, about)).toList();
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

  private static String sides(Map<?, Set<ChainNode>> answers) {
    return answers.values().stream().map(Set::toString).collect(Collectors.joining(" against "));
  }

  /** One question, put to several nodes. */
  private final class Asking {
    private int answered;
    private @Nullable ChainUnavailable failure;

    /** Asks the node; returns null if it does not answer. */
    <T> @Nullable T ask(ChainNode node, Function<ChainSource, T> question) {
      try {
        T answer = question.apply(node.source());
        answered++;
        return answer;
      } catch (TooManyLogs e) {
        failure = e; // the node is fine, the question is too large
      } catch (ChainUnavailable e) {
        failure = failure instanceof TooManyLogs ? failure : e;
        node.failed();
      }
      return null;
    }

    ChainUnavailable tooFew() {
      if (failure instanceof TooManyLogs || (nodes.size() == 1 && failure != null)) {
        return failure;
      }
      return new ChainUnavailable(
          "%d of %d nodes answered, %d must%s"
              .formatted(
                  answered,
                  nodes.size(),
                  quorum,
                  failure == null ? "" : "; " + failure.getMessage()),
          failure);
    }
  }
}
