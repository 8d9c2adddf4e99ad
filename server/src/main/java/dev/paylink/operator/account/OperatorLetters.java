package dev.paylink.operator.account;

import dev.paylink.account.Actor;
import dev.paylink.account.UserStore;
import dev.paylink.ids.RealmId;
import dev.paylink.mail.Letter;
import dev.paylink.mail.LetterKind;
import dev.paylink.mail.Outbox;
import dev.paylink.merchant.audit.AuditEntry;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.language.Language;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Writes to all admins, and to the operators concerned, about who becomes an operator and about the
 * ways into an operator's account. A letter is stored in the transaction of the change it is about.
 */
public final class OperatorLetters {
  /** Not in the log, which names the request: somebody asked to change who is an operator. */
  public static final String CHANGE_REQUESTED = "operator.change_requested";

  private static final String WRONG_PASSWORDS = "operator.wrong_passwords";
  private static final String PAGE = "/admin/desk/operators";

  private static final String NOT_YOU =
      "If none of you should have done this, decline open requests on the desk, remove the operator"
          + " who did it, and end the sessions of that account.";

  private static final Map<String, Wording> BY_ACTION =
      Map.ofEntries(
          wording(
              CHANGE_REQUESTED,
              "A change to the operators needs a second admin",
              "Another admin can approve or decline it under Approvals within 24 hours."),
          wording(
              "operator_invitation.created",
              "An operator was invited",
              "Anyone with the link of the invitation can join in that role."),
          wording(
              "operator_invitation.accepted",
              "An operator joined",
              "This person can sign in from now on."),
          wording(
              "operator.joined_by_sso",
              "An operator joined by single sign-on",
              "The identity provider vouched for this person, who can sign in from now on."),
          wording(
              "operator.role_changed",
              "The role of an operator was changed",
              "The new role applies from now on."),
          wording(
              "operator.removed", "An operator was removed", "This person can no longer sign in."),
          wording(
              "operator.password_changed",
              "The password of an operator was changed",
              "All other sessions of this person have ended."),
          wording(
              "operator.recovery_codes_renewed",
              "An operator has new recovery codes",
              "The earlier recovery codes no longer work."),
          wording(
              "operator.two_factor_on",
              "An operator switched a second factor on",
              "Signing in needs a code from now on."),
          wording(
              "operator.two_factor_off",
              "An operator switched a second factor off",
              "It is no longer asked for when this person signs in."),
          wording(
              "operator.passkey_added",
              "An operator added a passkey",
              "This person can sign in with it from now on, without a password."),
          wording(
              "operator.passkey_removed",
              "An operator removed a passkey",
              "Signing in with it is refused from now on."),
          wording(
              "operator.passkey_copied",
              "A passkey of an operator may have been copied",
              "Somebody used a passkey whose counter went back, which happens when there is a copy"
                  + " of it. It was refused."),
          wording(
              WRONG_PASSWORDS,
              "Ten wrong passwords for an operator",
              "Somebody entered ten wrong passwords in a short time."));

  private final UserStore users = new UserStore();
  private final Outbox outbox;
  private final @Nullable BaseUrl desk;

  /**
   * Prepares the letters.
   *
   * @param desk where operators' browsers reach the desk; null where that is not known
   */
  public OperatorLetters(Outbox outbox, @Nullable BaseUrl desk) {
    this.outbox = outbox;
    this.desk = desk;
  }

  /** The words about one action. */
  private record Wording(String subject, String explanation) {}

  /** Writes about an entry, when its action has a letter. */
  public void tell(Handle handle, AuditEntry entry, List<String> concerned) {
    Wording wording = BY_ACTION.get(entry.action());
    if (wording == null || outbox.equals(Outbox.OFF)) {
      return;
    }
    Set<String> readers =
        new LinkedHashSet<>(users.emails(handle, RealmId.INSTANCE, OperatorRole.admin.name()));
    readers.addAll(concerned);
    String actor = entry.actor().name();
    if (actor.startsWith(Actor.OPERATOR)) {
      readers.add(actor.substring(Actor.OPERATOR.length()));
    }
    for (String reader : readers) {
      if (entry.action().equals(WRONG_PASSWORDS)) { // which anybody can enter
        outbox.post(handle, LetterKind.guess, reader, () -> letter(wording, entry, reader));
      } else {
        outbox.post(handle, letter(wording, entry, reader));
      }
    }
  }

  private Letter letter(Wording wording, AuditEntry entry, String reader) {
    return new Letter(
        reader,
        Language.EN,
        wording.subject,
        wording.subject,
        List.of(wording.explanation, NOT_YOU),
        facts(entry),
        desk == null ? null : new Letter.Action("Open the desk", desk.resolve(PAGE)));
  }

  private static List<Letter.Fact> facts(AuditEntry entry) {
    List<Letter.Fact> facts = new ArrayList<>();
    if (entry.before() != null) {
      facts.add(new Letter.Fact("Before", entry.before()));
    }
    if (entry.after() != null) {
      facts.add(new Letter.Fact("After", entry.after()));
    }
    facts.add(new Letter.Fact("By", entry.actor().name()));
    facts.add(new Letter.Fact("From address", entry.actor().source()));
    facts.add(new Letter.Fact("When", Timestamps.format(entry.at())));
    return facts;
  }

  private static Map.Entry<String, Wording> wording(
      String action, String subject, String explanation) {
    return Map.entry(action, new Wording(subject, explanation));
  }
}
