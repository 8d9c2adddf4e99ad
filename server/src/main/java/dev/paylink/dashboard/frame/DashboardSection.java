package dev.paylink.dashboard.frame;

import dev.paylink.platform.language.Words;
import dev.paylink.platform.openapi.OpenApiRoutes;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;

/** The parts of the dashboard, in the order of its navigation. */
public enum DashboardSection implements Panel.Part {
  HOME("", "home", DashboardPaths.HOME),
  PAYMENTS("payments", "payments", DashboardPaths.PAYMENTS),
  REFUNDS("payments", "refund", DashboardPaths.REFUNDS),
  PAYOUTS("payments", "bank", DashboardPaths.PAYOUTS),
  INVOICES("payments", "invoice", DashboardPaths.INVOICES),
  STATEMENTS("payments", "statement", DashboardPaths.STATEMENTS),
  COLLECT("payments", "wallet", DashboardPaths.COLLECT),
  EVENTS("payments", "events", DashboardPaths.EVENTS),
  NEW_LINK("payments", "link", DashboardPaths.NEW_LINK),
  REUSABLE_LINKS("payments", "repeat", DashboardPaths.REUSABLE_LINKS),
  KEYS("developers", "key", DashboardPaths.KEYS),
  WEBHOOKS("developers", "webhook", DashboardPaths.WEBHOOKS),
  REQUESTS("developers", "calls", DashboardPaths.REQUESTS),
  SIGNATURE("developers", "signature", DashboardPaths.SIGNATURE),
  DOCS("developers", "docs", OpenApiRoutes.PATH), // not a page of the dashboard
  SETTINGS("account", "settings", DashboardPaths.SETTINGS),
  BRAND("account", "brand", DashboardPaths.BRAND),
  TEAM("account", "team", DashboardPaths.TEAM),
  SECURITY("account", "shield", DashboardPaths.SECURITY),
  AUDIT("account", "log", DashboardPaths.AUDIT);

  private final String group;
  private final String icon;
  private final String path;

  DashboardSection(String group, String icon, PagePath path) {
    this(group, icon, path.to());
  }

  DashboardSection(String group, String icon, String path) {
    this.group = group;
    this.icon = icon;
    this.path = path;
  }

  @Override
  public String group(Words words) {
    return group.isEmpty() ? "" : words.get("nav.group." + group);
  }

  @Override
  public String title(Words words) {
    return words.get("nav." + name());
  }

  @Override
  public String icon() {
    return icon;
  }

  @Override
  public String path() {
    return path;
  }
}
