package dev.paylink.merchant.audit;

import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.ids.RealmId;
import dev.paylink.mail.Letter;
import dev.paylink.mail.LetterKind;
import dev.paylink.mail.Outbox;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.queue.Loop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Tells in one letter of all notices that their reader did not get one by one: there were too many
 * that day. Nobody gets more than one such letter an hour, and none waits longer than that for a
 * notice, so that noise neither floods an inbox nor hides what matters.
 */
public final class NoticeDigest implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(5);
  private static final int MAX_AT_ONCE = 100;

  private final DigestStore store = new DigestStore();
  private final FreezeStore freezes = new FreezeStore();
  private final Jdbi jdbi;
  private final Outbox outbox;
  private final AccountLinks links;
  private final Loop looking;

  public NoticeDigest(Jdbi jdbi, Outbox outbox, AccountLinks links) {
    this.jdbi = jdbi;
    this.outbox = outbox;
    this.links = links;
    this.looking = new Loop("notice-digest", LOOK, this::write).start();
  }

  private void write() {
    jdbi.useTransaction(
        handle ->
            store
                .due(handle, LetterKind.APART, MAX_AT_ONCE)
                .forEach(reader -> write(handle, reader)));
  }

  private void write(Handle handle, DigestStore.Reader reader) {
    List<DigestStore.Counted> lines = new ArrayList<>(store.take(handle, reader));
    if (lines.isEmpty()) {
      return; // another node has written it
    }
    lines.sort(Comparator.comparing(DigestStore.Counted::lastAt));
    boolean stoppable = lines.stream().anyMatch(DigestStore.Counted::stoppable);
    List<String> paragraphs = new ArrayList<>();
    paragraphs.add(
        "There were so many changes today that this e-mail tells of the last ones together. Your"
            + " audit log has each of them.");
    paragraphs.add(
        stoppable
            ? Announcements.FREEZE_IT
            : "If nobody in your team did this, change your password and end the other sessions at"
                + " once.");
    outbox.post(
        handle,
        new Letter(
            reader.recipient(),
            Language.EN,
            "Further changes in your account",
            "Further changes in your account",
            paragraphs,
            lines.stream().map(NoticeDigest::fact).toList(),
            action(handle, reader, stoppable)));
  }

  private static Letter.Fact fact(DigestStore.Counted line) {
    String last = Timestamps.format(line.lastAt());
    return new Letter.Fact(
        line.subject(), line.times() == 1 ? last : line.times() + " times, last " + last);
  }

  private Letter.Action action(Handle handle, DigestStore.Reader reader, boolean stoppable) {
    return stoppable
        ? new Letter.Action(
            "Stop this: freeze the account",
            links
                .freeze()
                .apply(
                    freezes
                        .link(handle, RealmId.of(reader.merchantId()), reader.recipient())
                        .reveal()))
        : new Letter.Action("Open the dashboard", links.security());
  }

  @Override
  public void close() {
    looking.close();
  }
}
