package dev.paylink.dashboard.account;

import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.Panel;
import dev.paylink.settlement.accept.RuleLimits;
import dev.paylink.settlement.accept.SettlementRuleParser;
import dev.paylink.settlement.accept.SettlementRules;
import dev.paylink.settlement.received.SettlementRule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules of when a payment counts as paid: what may be missing, and how sure it must be. */
public record RulesPage(DashboardDoor door, SettlementRules rules) {
  /** The page; its form starts with the stored values. */
  public record View(
      Panel panel, boolean mayChange, @Nullable String news, Form form, RuleLimits limits) {
    /** Returns the codes of the currencies that can be paid. */
    public List<String> currencies() {
      return List.copyOf(limits.currencies().payable());
    }

    /** Returns the name of the field with the amount up to which a safe block is enough. */
    public String upTo(String currency) {
      return SettlementRuleParser.SAFE + "." + currency;
    }

    public String networks() {
      return String.join(", ", limits.safeNetworks());
    }
  }

  public List<Route> routes() {
    return List.of(
        door.page(
            DashboardPaths.RULES, visit -> Answer.html(draw(visit, visit.news(), stored(visit)))),
        door.form(Role.owner, Guard.MONEY, DashboardPaths.RULES, this::save));
  }

  private Answer save(MerchantVisit visit) {
    Form form = Form.EMPTY.with(visit.request(), fields());
    return form.attempt(
        () -> {
          SettlementRule before = rules.of(visit.signedIn().merchantId());
          rules.set(
              visit.signedIn().merchantId(),
              visit.signedIn().actor(),
              rules.parser().parse(form.fields(), before));
          return DashboardNotice.RULES.on(DashboardPaths.RULES.to());
        },
        faulty -> draw(visit, null, faulty));
  }

  /** Returns the names of the fields that the page has. */
  private List<String> fields() {
    List<String> names =
        new ArrayList<>(
            List.of(
                SettlementRuleParser.PERCENT,
                SettlementRuleParser.AMOUNT,
                SettlementRuleParser.FLOOR));
    if (!rules.limits().safeNetworks().isEmpty()) {
      rules.limits().currencies().payable().stream()
          .map(code -> SettlementRuleParser.SAFE + "." + code)
          .forEach(names::add);
    }
    return names;
  }

  private Form stored(MerchantVisit visit) {
    SettlementRule rule = rules.of(visit.signedIn().merchantId());
    Map<String, String> values = new LinkedHashMap<>();
    values.put(SettlementRuleParser.PERCENT, plain(rule.toleratedPercent()));
    values.put(SettlementRuleParser.AMOUNT, plain(rule.toleratedAmount()));
    values.put(SettlementRuleParser.FLOOR, plain(rule.ignoredBelow()));
    rule.safeUpTo()
        .forEach(
            (currency, upTo) ->
                values.put(SettlementRuleParser.SAFE + "." + currency, plain(upTo)));
    return Form.filled(values);
  }

  private byte[] draw(MerchantVisit visit, @Nullable String news, Form form) {
    return visit.draw(
        "rules",
        new View(
            visit.panel(DashboardSection.SETTINGS, visit.words().get("rules.title")),
            visit.may(Role.owner),
            news,
            form,
            rules.limits()));
  }

  private static String plain(BigDecimal value) {
    return value.toPlainString();
  }
}
