package dev.paylink.desk;

import dev.paylink.operator.account.Permission;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;

/** The parts of the desk, in the order of its navigation. */
enum DeskSection implements Panel.Part {
  OVERVIEW("", "Overview", "home", DeskPaths.HOME, Permission.READ),
  REVIEW("Merchants", "Review queue", "shield", DeskPaths.REVIEW, Permission.READ),
  MERCHANTS("Merchants", "All merchants", "invoice", DeskPaths.MERCHANTS, Permission.READ),
  DELIVERIES(
      "Operations", "Exhausted deliveries", "webhook", DeskPaths.DELIVERIES, Permission.READ),
  MISMATCHES("Operations", "Mismatches", "warn", DeskPaths.MISMATCHES, Permission.READ),
  TOKENS("Operations", "Tokens", "payments", DeskPaths.TOKENS, Permission.READ),
  RELAYS("Operations", "Relays", "signature", DeskPaths.RELAYS, Permission.READ),
  SYSTEM("Operations", "System", "settings", DeskPaths.SYSTEM, Permission.READ),
  APPROVALS("Operators", "Approvals", "check", DeskPaths.APPROVALS, Permission.READ),
  OPERATORS("Operators", "All operators", "team", DeskPaths.OPERATORS, Permission.ADMINISTER),
  ACCOUNT("Operators", "My account", "key", DeskPaths.ACCOUNT, Permission.OWN);

  private final String group;
  private final String title;
  private final String icon;
  private final String path;
  private final Permission permission;

  DeskSection(String group, String title, String icon, PagePath path, Permission permission) {
    this.group = group;
    this.title = title;
    this.icon = icon;
    this.path = path.to();
    this.permission = permission;
  }

  /** Returns what an operator needs to see this part. */
  Permission permission() {
    return permission;
  }

  @Override
  public String group(Words words) {
    return group;
  }

  @Override
  public String title(Words words) {
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
