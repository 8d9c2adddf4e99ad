package dev.paylink.dashboard;

import dev.paylink.platform.openapi.OpenApiRoutes;
import dev.paylink.platform.web.OwnPath;
import dev.paylink.platform.web.Panel;
import java.util.List;

/** The parts of the dashboard, in the order of its navigation. */
enum Section implements Panel.Part {
  HOME("", "Overview", "home", ""),
  PAYMENTS("Payments", "Payments", "payments", "/payments"),
  INVOICES("Payments", "Invoices", "invoice", "/invoices"),
  EVENTS("Payments", "Events", "events", "/events"),
  NEW_LINK("Payments", "Create a link", "link", "/links/new"),
  KEYS("Developers", "API keys", "key", "/keys"),
  WEBHOOKS("Developers", "Webhooks", "webhook", "/webhooks"),
  SIGNATURE("Developers", "Signature debugger", "signature", "/signature"),
  DOCS("Developers", "API documentation", "docs", OpenApiRoutes.PATH) {
    @Override
    public String path() {
      return OpenApiRoutes.PATH; // not a page of the dashboard
    }
  },
  SETTINGS("Account", "Settings", "settings", "/settings"),
  TEAM("Account", "Team", "team", "/team"),
  SECURITY("Account", "Security", "shield", "/security"),
  AUDIT("Account", "Audit log", "log", "/audit");

  static final String ROOT = "/dashboard";
  static final OwnPath OWN_PATH = new OwnPath(ROOT, ROOT);

  private final String group;
  private final String title;
  private final String icon;
  private final String below;

  Section(String group, String title, String icon, String below) {
    this.group = group;
    this.title = title;
    this.icon = icon;
    this.below = below;
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
    return ROOT + below;
  }

  /** All sections as they stand beside a page of this one. */
  List<Panel.Group> navigation() {
    return Panel.navigation(values(), this);
  }
}
