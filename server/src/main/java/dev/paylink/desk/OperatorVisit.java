package dev.paylink.desk;

import dev.paylink.account.Actor;
import dev.paylink.account.signin.AccountSession;
import dev.paylink.ids.MerchantId;
import dev.paylink.operator.account.ActingOperator;
import dev.paylink.operator.account.OperatorSessions;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.PageNotice;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.PanelPages;
import dev.paylink.platform.web.PanelVisit;
import dev.paylink.platform.web.TimeFormat;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A request of an operator for a page, the operator's session, and the pages that render it. */
record OperatorVisit(Request request, OperatorSessions.Session session, PanelPages pages)
    implements PanelVisit {
  ActingOperator operator() {
    return session.operator();
  }

  /** Returns the same visit of an operator who was proven just now. */
  OperatorVisit proven() {
    return new OperatorVisit(
        request, new OperatorSessions.Session(session.operator().proven(), session.until()), pages);
  }

  Actor actor() {
    return operator().actor();
  }

  boolean may(Permission permission) {
    return operator().may(permission);
  }

  @Override
  public Words words() {
    return Panel.ENGLISH;
  }

  @Override
  public Panel panel(Panel.@Nullable Part part, String title) {
    AccountSession account = operator().account();
    return pages.panel(
        request,
        words(),
        title,
        Panel.navigation(
            Arrays.stream(DeskSection.values())
                .filter(section -> may(section.permission()))
                .toArray(DeskSection[]::new),
            part,
            words()),
        new Panel.Person(
            account == null ? "Admin token" : account.name(),
            "%s until %s"
                .formatted(operator().role(), TimeFormat.of(words()).timeOfDay(session.until())),
            null,
            DeskPaths.SIGN_OUT.to()));
  }

  /** Returns the merchant in the path, or null if the text is not an id. */
  @Nullable MerchantId merchant() {
    return MerchantId.parse(request.parameter("id"));
  }

  /** Returns the message about the last form, or null if there is none. */
  @Nullable String news() {
    return PageNotice.told(DeskNotice.values(), request, words());
  }
}
