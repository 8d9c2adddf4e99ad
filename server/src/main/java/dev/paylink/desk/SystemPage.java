package dev.paylink.desk;

import dev.paylink.desk.system.JudgeSystem;
import dev.paylink.desk.system.ReadSystem;
import dev.paylink.desk.system.SystemCheck;
import dev.paylink.desk.system.SystemFacts;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Panel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of the whole instance: queues, nodes, chains, backups, retention and the database, and
 * the next step for what is red. Relays, whose coins are spent, have a page of their own.
 */
record SystemPage(DeskDoor door, ReadSystem readSystem) {
  /** {@code judged} is null while the database does not answer. */
  record View(Panel panel, @Nullable Judged judged) {}

  /** The facts and what to think of them. */
  record Judged(SystemFacts facts, JudgeSystem judge, List<SystemCheck> wanting) {}

  List<Route> routes() {
    return List.of(
        door.page(
            Permission.READ, DeskPaths.SYSTEM, visit -> show(visit, "system", DeskSection.SYSTEM)),
        door.page(
            Permission.READ, DeskPaths.RELAYS, visit -> show(visit, "relays", DeskSection.RELAYS)));
  }

  private Answer show(OperatorVisit visit, String template, DeskSection section) {
    Judged judged = DeskDoor.unlessOutage(this::judged);
    return Answer.html(visit.draw(template, new View(visit.panel(section), judged)));
  }

  private Judged judged() {
    SystemFacts facts = readSystem.handle();
    JudgeSystem judge = new JudgeSystem(facts);
    return new Judged(facts, judge, judge.wanting());
  }
}
