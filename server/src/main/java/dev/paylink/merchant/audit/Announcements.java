package dev.paylink.merchant.audit;

import dev.paylink.ids.MerchantId;
import dev.paylink.mail.Letter;
import dev.paylink.mail.Letter.Action;
import dev.paylink.mail.Letter.Fact;
import dev.paylink.mail.Outbox;
import dev.paylink.merchant.user.Invitation;
import dev.paylink.merchant.user.MerchantAddresses;
import dev.paylink.merchant.user.Visitor;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.language.Language;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;

/**
 * Writes the letters about an account, each in the transaction of the change it is about. Only the
 * invitation holds a secret: its link.
 */
public final class Announcements {
  private static final Pattern QUERY = Pattern.compile("\\?\\S*");

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

  /** Writes to every owner, when the action has a notice. */
  void tellOwners(Handle handle, MerchantId merchantId, AuditEntry entry) {
    Notice notice = Notice.of(entry.action());
    if (notice == null) {
      return;
    }
    for (String owner : MerchantAddresses.of(handle, merchantId)) {
      outbox.post(
          handle,
          new Letter(
              owner,
              Language.EN,
              notice.subject(),
              notice.subject(),
              List.of(notice.explanation(), notice.advice()),
              facts(notice, entry),
              new Action("Open the dashboard", notice.link().apply(links))));
    }
  }

  /** Writes to the user, who may not be the person who signed in. */
  public void tellNewDevice(Handle handle, String email, Visitor visitor, Instant at) {
    outbox.post(
        handle,
        new Letter(
            email,
            Language.EN,
            "New sign-in to your account",
            "New sign-in to your account",
            List.of(
                "Somebody signed in to your account with a browser or a network that we have not"
                    + " seen you use before.",
                "If it was not you, change your password, which ends all other sessions."),
            List.of(
                new Fact("When", Timestamps.format(at)),
                new Fact("From address", visitor.source()),
                new Fact("Browser", Objects.requireNonNullElse(visitor.userAgent(), "unknown"))),
            new Action("Open the dashboard", links.security())));
  }

  /** Writes to the invited person. */
  public void tellInvited(Handle handle, Invitation invitation, String businessName, String url) {
    outbox.post(
        handle,
        new Letter(
            invitation.email(),
            Language.EN,
            "You are invited to the team of " + businessName,
            "You are invited to the team of " + businessName,
            List.of(
                "Follow the link to choose a password and to sign in. It works once.",
                "If you did not expect this, ignore this message."),
            List.of(
                new Fact("Invited by", invitation.invitedBy()),
                new Fact("Role", invitation.role().name()),
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
    facts.add(new Fact("By", entry.actor().name()));
    facts.add(new Fact("From address", entry.actor().source()));
    facts.add(new Fact("When", Timestamps.format(entry.at())));
    return facts;
  }

  /** Hides the queries of webhook addresses: they may contain a secret of the receiver. */
  private static String shown(String text) {
    return QUERY.matcher(text).replaceAll("?…");
  }
}
