package dev.paylink.dashboard.frame;

import dev.paylink.platform.openapi.OpenApiRoutes;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;

/** The parts of the dashboard, in the order of its navigation. */
public enum DashboardSection implements Panel.Part {
  HOME("", "Overview", "home", DashboardPaths.HOME),
  PAYMENTS("Payments", "Payments", "payments", DashboardPaths.PAYMENTS),
  REFUNDS("Payments", "Refunds", "refund", DashboardPaths.REFUNDS),
  INVOICES("Payments", "Invoices", "invoice", DashboardPaths.INVOICES),
  STATEMENTS("Payments", "Statements", "statement", DashboardPaths.STATEMENTS),
  COLLECT("Payments", "Collect", "payments", DashboardPaths.COLLECT),
  EVENTS("Payments", "Events", "events", DashboardPaths.EVENTS),
  NEW_LINK("Payments", "Create a link", "link", DashboardPaths.NEW_LINK),
  REUSABLE_LINKS("Payments", "Reusable links", "link", DashboardPaths.REUSABLE_LINKS),
  KEYS("Developers", "API keys", "key", DashboardPaths.KEYS),
  WEBHOOKS("Developers", "Webhooks", "webhook", DashboardPaths.WEBHOOKS),
  REQUESTS("Developers", "Request log", "log", DashboardPaths.REQUESTS),
  SIGNATURE("Developers", "Signature debugger", "signature", DashboardPaths.SIGNATURE),
  DOCS(
      "Developers", "API documentation", "docs", OpenApiRoutes.PATH), // not a page of the dashboard
  SETTINGS("Account", "Settings", "settings", DashboardPaths.SETTINGS),
  BRAND("Account", "Branding", "brand", DashboardPaths.BRAND),
  TEAM("Account", "Team", "team", DashboardPaths.TEAM),
  SECURITY("Account", "Security", "shield", DashboardPaths.SECURITY),
  AUDIT("Account", "Audit log", "log", DashboardPaths.AUDIT);

  private final String group;
  private final String title;
  private final String icon;
  private final String path;

  DashboardSection(String group, String title, String icon, PagePath path) {
    this(group, title, icon, path.to());
  }

  DashboardSection(String group, String title, String icon, String path) {
    this.group = group;
    this.title = title;
    this.icon = icon;
    this.path = path;
  }

  @Override
  public String group() {
    return group;
  }

  @Override
  public String title() {
    return title;
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
