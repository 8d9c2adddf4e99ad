package dev.paylink.mail;

import dev.paylink.platform.db.Database;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.web.Templates;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;

/** Letters to send, on a database of its own, and nodes that send them. */
final class Letterbox implements AutoCloseable {
  static final BaseUrl BASE_URL = BaseUrl.parse("https://pay.example");

  private final Database database = TestDatabase.fresh();
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final List<Mail> nodes = new ArrayList<>();

  static Letter letter(String to, String subject) {
    return new Letter(
        to,
        Language.EN,
        subject,
        "A heading",
        List.of("A paragraph."),
        List.of(new Letter.Fact("Amount", "€5.00")),
        new Letter.Action("Open", BASE_URL.resolve("/there")));
  }

  Database database() {
    return database;
  }

  Stored stored() {
    return new Stored(database.jdbi());
  }

  /** Another node that sends, until all of them are stopped. */
  Mail startNode(MailSettings settings) {
    Mail node =
        new Mail(
            database.workers(),
            settings,
            new Templates(),
            BASE_URL,
            false,
            merchant -> null,
            registry);
    nodes.add(node);
    return node;
  }

  void post(Mail node, Letter... letters) {
    database
        .jdbi()
        .useTransaction(
            handle -> {
              for (Letter letter : letters) {
                node.outbox().post(handle, letter);
              }
            });
  }

  /** Many letters in one statement, each to an address of its own. */
  void postMany(Mail node, int count) {
    List<StoredOutbox.Posting> postings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      postings.add(
          new StoredOutbox.Posting(null, letter("reader" + i + "@there.example", "Letter " + i)));
    }
    database.jdbi().useTransaction(handle -> node.outbox().postAll(handle, postings));
  }

  /** Time passes until everything that waits is due. */
  void passTime() {
    sql("update mail set due_at = now() where state = 'pending'");
  }

  long count(LetterState state) {
    return Long.parseLong(stored().text("select count(*) from mail where state = ?", state.name()));
  }

  double counted(String result) {
    return registry.get("paylink.mail.letters").tag("result", result).counter().count();
  }

  void sql(String statement) {
    database.jdbi().useHandle(handle -> handle.execute(statement));
  }

  @Override
  public void close() {
    nodes.forEach(Mail::close);
    database.close();
  }
}
