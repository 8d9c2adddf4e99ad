package dev.paylink.dashboard.account;

import dev.paylink.account.PendingRole;
import dev.paylink.account.User;
import dev.paylink.account.freeze.Freeze;
import dev.paylink.account.team.Invitations;
import dev.paylink.account.team.TeamMembers;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.UserId;
import dev.paylink.merchant.Accounts;
import dev.paylink.merchant.MerchantForms;
import dev.paylink.merchant.sso.ConfigureSso;
import dev.paylink.merchant.sso.SsoSettings;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.FormBody;
import dev.paylink.platform.web.Panel;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The team of a merchant: its members, their roles, and the open invitations. */
public record TeamPage(DashboardDoor door, Accounts.Teams teams, ConfigureSso configureSso) {
  /** {@code link} is the link of a new invitation, shown only this once. */
  public record View(
      Panel panel,
      boolean mayChange,
      @Nullable String news,
      TeamMembers team,
      String ownEmail,
      Form form,
      @Nullable String link,
      @Nullable Freeze freeze,
      boolean factorRequired,
      @Nullable SsoSettings sso) {

    /** Tells whether this user has agreed to lift the freeze already. */
    public boolean hasAgreed() {
      return freeze != null && freeze.agreed().contains(ownEmail);
    }

    /** Tells whether this user may undo what was announced about another one. */
    public boolean mayUndo(User user) {
      return mayChange && user.pending() != null && !user.email().equals(ownEmail);
    }

    /** Tells whether a user becomes an owner. */
    public static boolean rises(User user) {
      PendingRole pending = user.pending();
      return pending != null && Role.owner.name().equals(pending.role());
    }
  }

  public List<Route> routes() {
    return List.of(
        door.page(
            DashboardPaths.TEAM, visit -> Answer.html(draw(visit, visit.news(), Form.EMPTY, null))),
        door.form(Role.owner, TeamPage::guard, DashboardPaths.TEAM_INVITATIONS, this::invite),
        door.form(Role.owner, DashboardPaths.TEAM_INVITATION_WITHDRAW, this::withdraw),
        door.form(Role.owner, TeamPage::guard, DashboardPaths.TEAM_USER_ROLE, this::changeRole),
        door.form(Role.owner, Guard.MONEY, DashboardPaths.TEAM_USER_REMOVE, this::remove),
        door.form(Role.owner, Guard.PROOF, DashboardPaths.TEAM_USER_UNDO, this::undo),
        door.form(Role.owner, Guard.MONEY, DashboardPaths.TEAM_SECOND_FACTOR, this::changeRule),
        door.form(Role.owner, Guard.PROOF, DashboardPaths.TEAM_FREEZE_LIFT, this::liftFreeze));
  }

  /** Making an owner needs a proof in the same form; the role is read as the form reads it. */
  private static Guard guard(MerchantVisit visit) {
    Role role = Role.parse(Form.of(visit.request(), "role").value("role"));
    return role == Role.owner ? Guard.OWNERS : Guard.MONEY;
  }

  private Answer invite(MerchantVisit visit) {
    Form form = Form.of(visit.request(), "email", "role");
    return form.attempt(
        () -> {
          MerchantForms.InvitationForm wish = MerchantForms.invitation(form.fields());
          Invitations.Invited invited =
              teams
                  .invitations()
                  .invite(
                      visit.signedIn(), wish.email(), wish.role().name(), teams.invitationUrl());
          Secret url = invited.url();
          return url == null
              ? DashboardNotice.INVITATION_SENT.on(DashboardSection.TEAM)
              : Answer.html(draw(visit, null, Form.EMPTY, url.reveal()));
        },
        again -> draw(visit, null, again, null));
  }

  private Answer withdraw(MerchantVisit visit) {
    teams.invitations().withdraw(visit.signedIn(), visit.request().parameter("id"));
    return DashboardNotice.INVITATION_WITHDRAWN.on(DashboardSection.TEAM);
  }

  private Answer changeRole(MerchantVisit visit) {
    Form form = Form.of(visit.request(), "role");
    return change(
        visit,
        form,
        () -> {
          Role role = MerchantForms.roleChange(form.fields()).role();
          User after = teams.team().changeRole(visit.signedIn(), userId(visit), role.name());
          if (after.pending() == null) {
            return DashboardNotice.ROLE;
          }
          return role == Role.owner ? DashboardNotice.OWNER_LATER : DashboardNotice.USER_LEAVES;
        });
  }

  private Answer remove(MerchantVisit visit) {
    return change(
        visit,
        Form.EMPTY,
        () ->
            teams.team().remove(visit.signedIn(), userId(visit)) == null
                ? DashboardNotice.USER_REMOVED
                : DashboardNotice.USER_LEAVES);
  }

  private Answer undo(MerchantVisit visit) {
    return change(
        visit,
        Form.EMPTY,
        () -> {
          teams.team().undo(visit.signedIn(), userId(visit));
          return DashboardNotice.USER_STAYS;
        });
  }

  private Answer liftFreeze(MerchantVisit visit) {
    return change(
        visit,
        Form.EMPTY,
        () ->
            teams.freezeAccount().agree(visit.signedIn()) == null
                ? DashboardNotice.FREEZE_LIFTED
                : DashboardNotice.FREEZE_AGREED);
  }

  private Answer changeRule(MerchantVisit visit) {
    boolean required = FormBody.field(visit.request(), "required").equals("true");
    return change(
        visit,
        Form.EMPTY,
        () -> {
          teams.requireSecondFactor().handle(visit.signedIn(), required);
          return required ? DashboardNotice.FACTOR_REQUIRED : DashboardNotice.FACTOR_NOT_REQUIRED;
        });
  }

  private Answer change(MerchantVisit visit, Form form, Supplier<DashboardNotice> work) {
    return form.attempt(
        () -> work.get().on(DashboardSection.TEAM), again -> draw(visit, null, again, null));
  }

  private static @Nullable UserId userId(MerchantVisit visit) {
    return UserId.parse(visit.request().parameter("id"));
  }

  private byte[] draw(
      MerchantVisit visit, @Nullable String news, Form form, @Nullable String link) {
    return visit.draw(
        "team",
        new View(
            visit.panel(DashboardSection.TEAM),
            visit.may(Role.owner),
            news,
            teams.team().members(visit.signedIn().realm()),
            visit.signedIn().email(),
            form,
            link,
            visit.signedIn().frozen() ? teams.freezeAccount().read(visit.merchantId()) : null,
            teams.requireSecondFactor().isRequired(visit.signedIn()),
            configureSso.read(visit.merchantId())));
  }

  /** Returns the roles to choose from, the least first. */
  public static Map<String, String> roles(Words words) {
    return words.choices("team.role.", Role.viewer, Role.developer, Role.owner);
  }
}
