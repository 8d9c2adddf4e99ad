package dev.paylink.merchant.audit;

import dev.paylink.account.Actor;
import dev.paylink.account.Invitation;
import dev.paylink.account.RealmKind;
import dev.paylink.account.User;
import dev.paylink.account.UserStore;
import dev.paylink.account.Visitor;
import dev.paylink.account.freeze.FreezeStore;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.mail.Letter;
import dev.paylink.mail.Letter.Action;
import dev.paylink.mail.Letter.Fact;
import dev.paylink.mail.LetterKind;
import dev.paylink.mail.Outbox;
import dev.paylink.merchant.user.MerchantAddresses;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.web.BrowserName;
import dev.paylink.platform.web.Panel;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;

/**
 * Writes the letters about an account, each in the transaction of the change it is about. The only
 * secrets are links that work once: of an invitation, for a new password, and those that freeze the
 * account.
 */
public final class Announcements {
  /** Somebody else's words: a letter shows the host alone. */
  private static final Pattern URL = Pattern.compile("https?://[^\\s,;]*");

  static final String FREEZE_IT =
      "If nobody in your team did this, freeze the account with the link below. Then nobody can"
          + " change deposit addresses, team, keys or webhooks until the operator, or two people who"
          + " were owners before this change, lift the freeze. The link works once.";

  private final FreezeStore freezes = new FreezeStore();
  private final UserStore users = new UserStore();
  private final DigestStore digests = new DigestStore();
  private final Outbox outbox;
  private final AccountLinks links;

  public Announcements(Outbox outbox, AccountLinks links) {
    this.outbox = outbox;
    this.links = links;
  }

  /** Returns the link that accepts an invitation. */
  public Secret invitationUrl(Secret token) {
    return new Secret(links.invitation().apply(token.reveal()));
  }

  /** Tells whether letters are sent at all. */
  public boolean areSent() {
    return !outbox.equals(Outbox.OFF);
  }

  /** Returns the link that sets a new password. */
  public Secret resetUrl(Secret token) {
    return new Secret(links.reset().apply(token.reveal()));
  }

  /** Tells whether people are asked to prove their addresses: only if letters reach them. */
  public boolean askForProof() {
    return outbox.reachesPeople();
  }

  /**
   * Writes to an address that somebody has entered as their own, with the link that proves it.
   * Returns false, and makes no link, when the address has had such letters.
   */
  public boolean tellUnproven(
      Handle handle, String email, Supplier<Secret> token, Duration lifetime) {
    return outbox.post(
        handle,
        LetterKind.confirmation,
        email,
        () ->
            new Letter(
                email,
                Language.EN,
                "Confirm your e-mail address",
                "Confirm your e-mail address",
                List.of(
                    "Somebody entered this address for an account. If it was you, follow the link"
                        + " and confirm it. It works once, for "
                        + lifetime.toDays()
                        + " days.",
                    "If it was not you, somebody else has made this account and may have filled it"
                        + " in. Do not confirm it. Follow the link to free your address: the"
                        + " account then loses it, and you can register your own."),
                List.of(),
                new Action(
                    "Confirm or free the address",
                    links.confirmation().apply(token.get().reveal()))));
  }

  /** Notes that the reader of an address has confirmed or freed it. */
  public void answered(Handle handle, String email) {
    outbox.answered(handle, LetterKind.confirmation, email);
  }

  /**
   * Writes to somebody who has lost the password. Returns false, and makes no link, when the
   * address has had such letters.
   */
  public boolean tellReset(Handle handle, String email, Supplier<Secret> token, Duration lifetime) {
    return outbox.post(
        handle,
        LetterKind.reset,
        email,
        () ->
            new Letter(
                email,
                Language.EN,
                "Set a new password",
                "Set a new password",
                List.of(
                    "Somebody asked for a new password for your account. Follow the link to choose"
                        + " one. It works once, for "
                        + lifetime.toMinutes()
                        + " minutes.",
                    "If it was not you, ignore this message: your password stays as it is."),
                List.of(),
                new Action("Choose a new password", resetUrl(token.get()).reveal())));
  }

  /**
   * Writes to every owner, to the people concerned and to the user in whose name it was done, when
   * the action has a notice. A removed or demoted owner is one of those concerned. Only owners get
   * the link that freezes the account. People without a proven address get no letter; people who
   * had many today get a {@link NoticeDigest}.
   */
  void tell(Handle handle, MerchantId merchantId, AuditEntry entry, List<String> concerned) {
    Notice notice = Notice.of(entry.action());
    if (notice == null || !areSent()) {
      return;
    }
    Set<String> owners = owners(handle, merchantId);
    Set<String> readers = new LinkedHashSet<>(owners);
    readers.addAll(concerned);
    if (entry.actor().isUser()) {
      readers.add(entry.actor().name());
    }
    for (String reader : proven(handle, readers)) {
      boolean stops = owners.contains(reader) || wasOwner(entry, reader);
      Notice told = stops ? notice : notice.unstoppable();
      tell(
          handle,
          merchantId,
          new DigestStore.Line(reader, told.kind(entry.action()), told.subject(), entry.at()),
          () -> letter(handle, merchantId, told, entry, reader));
    }
  }

  /** Tells whether the entry is about this owner, who may be none any more. */
  private static boolean wasOwner(AuditEntry entry, String reader) {
    return User.summary(reader, Role.owner.name()).equals(entry.before());
  }

  /** Posts a notice, or notes it for the digest. */
  private void tell(
      Handle handle, MerchantId merchantId, DigestStore.Line line, Supplier<Letter> letter) {
    if (!outbox.post(handle, line.kind(), line.recipient(), letter)) {
      digests.add(handle, merchantId, line);
    }
  }

  private Set<String> proven(Handle handle, Set<String> readers) {
    Set<String> proven = new LinkedHashSet<>(readers);
    users.unproven(handle, RealmKind.MERCHANT, readers).forEach(proven::remove);
    return proven;
  }

  private Letter letter(
      Handle handle, MerchantId merchantId, Notice notice, AuditEntry entry, String reader) {
    String page = notice.link().apply(links);
    List<String> paragraphs =
        notice.stoppable()
            ? List.of(
                notice.explanation(), FREEZE_IT, "To see or undo it, sign in at " + page + '.')
            : List.of(notice.explanation(), notice.advice());
    Action action =
        notice.stoppable()
            ? new Action(
                "Stop this: freeze the account",
                links.freeze().apply(freezes.link(handle, RealmId.of(merchantId), reader).reveal()))
            : new Action("Open the dashboard", page);
    return new Letter(
        reader,
        Language.EN,
        notice.subject(),
        notice.subject(),
        paragraphs,
        facts(notice, entry),
        action);
  }

  /** Writes to the user, who may not be the person who signed in, and to the owners. */
  public void tellNewDevice(
      Handle handle, MerchantId merchantId, String email, Visitor visitor, Instant at) {
    Set<String> readers = owners(handle, merchantId);
    readers.add(email);
    for (String reader : proven(handle, readers)) {
      boolean own = reader.equals(email);
      String subject = own ? "New sign-in to your account" : "New sign-in by " + email;
      tell(
          handle,
          merchantId,
          new DigestStore.Line(reader, LetterKind.notice, subject, at),
          () ->
              new Letter(
                  reader,
                  Language.EN,
                  subject,
                  subject,
                  List.of(
                      "Somebody signed in as "
                          + email
                          + " with a browser or a network that this person has not used before.",
                      own
                          ? "If it was not you, change your password, which ends all other"
                              + " sessions."
                          : "If it was not this person, ask them to change their password at"
                              + " once."),
                  List.of(
                      new Fact("When", Timestamps.format(at)),
                      new Fact("From address", visitor.source()),
                      new Fact("Browser", BrowserName.of(Panel.ENGLISH, visitor.userAgent()))),
                  new Action("Open the dashboard", links.security())));
    }
  }

  private static Set<String> owners(Handle handle, MerchantId merchantId) {
    return new LinkedHashSet<>(MerchantAddresses.of(handle, merchantId));
  }

  /** Writes to the invited person; returns false when the address has had such letters. */
  public boolean tellInvited(
      Handle handle, Invitation invitation, LetterKind kind, String businessName, String url) {
    return outbox.post(
        handle,
        kind,
        invitation.email(),
        () ->
            new Letter(
                invitation.email(),
                Language.EN,
                "You are invited to a team", // a stranger's inbox shows it as our words
                "You are invited to the team of " + businessName,
                List.of(
                    "Follow the link to choose a password and to sign in. It works once.",
                    "If you did not expect this, ignore this message."),
                List.of(
                    new Fact("Invited by", new Actor(invitation.invitedBy(), "").toldName()),
                    new Fact("Role", invitation.role()),
                    new Fact("Valid until", Timestamps.format(invitation.expiresAt()))),
                new Action("Accept the invitation", url)));
  }

  private static List<Fact> facts(Notice notice, AuditEntry entry) {
    List<Fact> facts = new ArrayList<>();
    if (entry.before() != null) {
      facts.add(new Fact(notice.beforeLabel(), shown(entry.before())));
    }
    if (entry.after() != null) {
      facts.add(new Fact(notice.afterLabel(), shown(entry.after())));
    }
    facts.add(new Fact("By", entry.actor().toldName()));
    facts.add(new Fact("From address", entry.actor().source()));
    facts.add(new Fact("When", Timestamps.format(entry.at())));
    return facts;
  }

  /** Shows the hosts of addresses: the rest may be a secret, or a message to the reader. */
  private static String shown(String text) {
    return URL.matcher(text).replaceAll(found -> Matcher.quoteReplacement(host(found.group())));
  }

  private static String host(String url) {
    try {
      return Objects.requireNonNullElse(URI.create(url).getHost(), "…");
    } catch (IllegalArgumentException e) {
      return "…";
    }
  }
}
