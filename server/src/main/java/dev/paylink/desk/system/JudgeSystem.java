package dev.paylink.desk.system;

import dev.paylink.mail.Mail;
import dev.paylink.platform.db.NodeStore;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.db.SlowStatementQueries;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges the state of the instance: what is red, and the next step. The limits are those of the
 * alerts in deploy/prometheus, where there is one.
 */
public record JudgeSystem(SystemFacts facts) {
  static final Duration DELIVERIES_LATE = Duration.ofSeconds(30);
  static final Duration DELIVERIES_STUCK = Duration.ofMinutes(5);
  static final Duration LETTERS_LATE = Duration.ofMinutes(2);
  static final Duration LETTERS_STUCK = Duration.ofMinutes(15);

  /** A node beats every ten seconds. */
  static final Duration NODE_SILENT = Duration.ofSeconds(60);

  static final Duration CHAIN_LATE = Duration.ofMinutes(30);

  /** A round takes place every minute. */
  static final Duration RETENTION_LATE = Duration.ofMinutes(15);

  private static final BigDecimal MOST_OF_BUDGET = new BigDecimal("0.8");
  private static final Duration STATEMENT_SLOW = Duration.ofMillis(100);
  private static final int STATEMENT_CALLS = 20;

  /** Returns everything that somebody should do something about, the worst first. */
  public List<SystemCheck> wanting() {
    List<SystemCheck> all = new ArrayList<>();
    all.add(deliveries());
    all.add(exhausted());
    all.add(failingWebhooks());
    all.add(heldPayments());
    all.add(letters());
    facts.nodes().forEach(node -> all.add(node(node)));
    all.add(versions());
    facts.chains().forEach(chain -> all.addAll(chain(chain)));
    facts.relays().forEach(relay -> all.addAll(relay(relay)));
    facts.nodes().stream()
        .filter(this::runs)
        .forEach(
            node -> node.troubles().forEach(trouble -> all.add(trouble(node.name(), trouble))));
    all.add(backups().backup());
    all.add(backups().archive());
    all.add(retention());
    if (facts.slow() != null) {
      facts.slow().forEach(statement -> all.add(statement(statement)));
    }
    return all.stream()
        .filter(SystemCheck::isWanting)
        .sorted(Comparator.comparingInt(check -> check.tone().equals("bad") ? 0 : 1))
        .toList();
  }

  public SystemCheck deliveries() {
    return late(
        "Webhooks",
        facts.deliveries().oldestDue(),
        DELIVERIES_LATE,
        DELIVERIES_STUCK,
        "Look whether nodes run and reach the database, and whether one merchant’s endpoint hangs:"
            + " the log names it. Add a node if all of them are busy.");
  }

  public SystemCheck exhausted() {
    return facts.exhausted() == 0
        ? SystemCheck.good("Exhausted deliveries", "None")
        : SystemCheck.warn(
            "Exhausted deliveries",
            "Not sent again",
            "Look at the errors under Exhausted deliveries. When the endpoints answer again, send"
                + " the events again.");
  }

  public SystemCheck failingWebhooks() {
    return facts.failingWebhooks() == 0
        ? SystemCheck.good("Failing webhooks", "None")
        : SystemCheck.warn(
            "Failing webhooks",
            "Failing",
            "The merchants got an e-mail. If many fail at once, our own outgoing network may be"
                + " broken: check DNS, routes and the firewall of the nodes.");
  }

  public SystemCheck heldPayments() {
    return facts.held() == 0
        ? SystemCheck.good("Held payments", "None")
        : SystemCheck.warn(
            "Held payments",
            "Waiting",
            "They were paid in a suspended token. Confirm or end each of them under Tokens, or lift"
                + " the suspension.");
  }

  public SystemCheck letters() {
    Mail.Depth depth = facts.letters();
    return late(
        "E-mails",
        depth.oldestDue(),
        LETTERS_LATE,
        LETTERS_STUCK,
        "Look whether the mail server answers: the log has a line for each attempt. Check"
            + " mail.smtp.url, and the certificate with mail.smtp.ca.");
  }

  private static SystemCheck late(
      String what, @Nullable Duration oldest, Duration late, Duration stuck, String next) {
    if (oldest == null || oldest.compareTo(late) < 0) {
      return SystemCheck.good(what, "On time");
    }
    return oldest.compareTo(stuck) < 0
        ? SystemCheck.warn(what, "Behind", next)
        : SystemCheck.bad(what, "Stuck", next);
  }

  public SystemCheck node(NodeStore.Row node) {
    String what = "Node " + node.name();
    if (node.stoppedAt() != null) {
      return SystemCheck.calm(what, "Stopped");
    }
    return runs(node)
        ? SystemCheck.good(what, "Running")
        : SystemCheck.bad(
            what,
            "Gone",
            "It stopped unexpectedly, or cannot reach the database. Read its log and start it"
                + " again. If it was replaced on purpose, it leaves this list after a day.");
  }

  private boolean runs(NodeStore.Row node) {
    return node.stoppedAt() == null && node.silent().compareTo(NODE_SILENT) <= 0;
  }

  private SystemCheck versions() {
    long versions =
        facts.nodes().stream().filter(this::runs).map(NodeStore.Row::version).distinct().count();
    return versions <= 1
        ? SystemCheck.good("Versions", "One")
        : SystemCheck.warn(
            "Versions", "Several", "Nodes of several versions run. Finish the upgrade.");
  }

  /** Returns the judgement about a chain, the worst first. */
  public List<SystemCheck> chain(ChainState chain) {
    String what = "Chain " + chain.name();
    List<SystemCheck> checks = new ArrayList<>();
    if (chain.halted() != null) {
      checks.add(
          SystemCheck.bad(
              what,
              "Halted",
              "A final block was replaced. Find out what happened, then resume it:"
                  + " docs/operate/chains.md says how."));
    }
    if (leader(chain) == null) {
      checks.add(
          SystemCheck.bad(
              what,
              "Not watched",
              "No node watches it. Start one with chain.watch = on, or look why it does not reach"
                  + " the database."));
    }
    Instant read = chain.blockTime();
    if (!chain.simulated() && (read == null || read.isBefore(facts.at().minus(CHAIN_LATE)))) {
      checks.add(
          SystemCheck.bad(
              what,
              "Late",
              "Payments on it are confirmed late. Look whether the nodes of chain."
                  + chain.name()
                  + ".rpc answer and are in step with the chain."));
    }
    return checks.isEmpty() ? List.of(SystemCheck.good(what, "Read")) : checks;
  }

  /** Returns the node that watches this chain; null if none says so. */
  public @Nullable String leader(ChainState chain) {
    return facts.nodes().stream()
        .filter(this::runs)
        .filter(node -> node.leads().contains(ChainState.watching(chain.name())))
        .map(NodeStore.Row::name)
        .findFirst()
        .orElse(null);
  }

  /** Returns the judgement about a relay, the worst first. */
  public List<SystemCheck> relay(RelayState relay) {
    String what = "Relay " + relay.chain();
    List<SystemCheck> checks = new ArrayList<>();
    RelayState.Account account = relay.account();
    if (account == null || account.seenAt().isBefore(facts.at().minus(RelayState.AWAY))) {
      return List.of(
          SystemCheck.bad(
              what,
              "Away",
              "Payers pay the network’s fee themselves. Start ./paylink relay, or read in its log"
                  + " why it does not reach the database or the chain’s nodes."));
    }
    if (relay.underWay().stream()
        .anyMatch(it -> it.since().isBefore(facts.at().minus(RelayState.STUCK)))) {
      checks.add(
          SystemCheck.bad(
              what,
              "Stuck",
              "A transaction is in no final block for five minutes. Look at the chain’s nodes and"
                  + " fees, and at relay."
                  + relay.chain()
                  + ".highest-fee."));
    }
    RelayState.Bounds bounds = relay.bounds();
    if (relay.today().lost().compareTo(bounds.loss()) >= 0) {
      checks.add(
          SystemCheck.bad(
              what,
              "Stopped",
              "A quarter of today’s budget was lost to transactions that failed. It sends again"
                  + " tomorrow (UTC). Find out whose signatures fail."));
    } else if (relay.today().used().compareTo(bounds.budget().multiply(MOST_OF_BUDGET)) > 0) {
      checks.add(
          SystemCheck.warn(
              what,
              "Budget",
              "Most of today’s budget is used. Once it is gone, payers pay the fee themselves."));
    }
    if (account.balance().compareTo(bounds.budget()) < 0) {
      checks.add(
          SystemCheck.warn(
              what, "Low", "It has less than a day’s budget. Send coins to its account."));
    }
    return checks.isEmpty() ? List.of(SystemCheck.good(what, "Running")) : checks;
  }

  private static SystemCheck trouble(String node, String trouble) {
    return SystemCheck.warn("Node " + node, "Troubled", trouble + '.');
  }

  /** Returns the judgement about backups. */
  public JudgeBackups backups() {
    return new JudgeBackups(facts.at(), facts.live(), facts.backups(), facts.archive());
  }

  public SystemCheck retention() {
    if (!facts.deletes()) {
      return SystemCheck.calm("Retention", "Off");
    }
    Instant last =
        facts.retention().stream()
            .map(Retention.Run::ranAt)
            .max(Comparator.naturalOrder())
            .orElse(null);
    boolean young =
        facts.nodes().stream()
            .allMatch(node -> node.startedAt().isAfter(facts.at().minus(RETENTION_LATE)));
    boolean late = last == null || last.isBefore(facts.at().minus(RETENTION_LATE));
    return late && !young
        ? SystemCheck.warn(
            "Retention",
            "Late",
            "Old data is not deleted. The log of the node that leads retention says why.")
        : SystemCheck.good("Retention", "On time");
  }

  public SystemCheck statement(SlowStatementQueries.Row statement) {
    boolean slow =
        statement.calls() >= STATEMENT_CALLS && statement.mean().compareTo(STATEMENT_SLOW) >= 0;
    return slow
        ? SystemCheck.warn(
            "Statement",
            "Slow",
            "Analyze the tables (vacuum analyze), then look at its plan with explain (analyze,"
                + " buffers). Report one of ours that stays slow.")
        : SystemCheck.good("Statement", "Fast");
  }
}
