package dev.paylink.desk;

import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Panel;

/** The parts of the desk, in the order of its navigation. */
enum DeskSection implements Panel.Part {
  OVERVIEW("", "Overview", "home", DeskPaths.HOME),
  REVIEW("Merchants", "Review queue", "shield", DeskPaths.REVIEW),
  MERCHANTS("Merchants", "All merchants", "team", DeskPaths.MERCHANTS),
  DELIVERIES("Operations", "Exhausted deliveries", "webhook", DeskPaths.DELIVERIES),
  MISMATCHES("Operations", "Mismatches", "warn", DeskPaths.MISMATCHES);

  private final String group;
  private final String title;
  private final String icon;
  private final String path;

  DeskSection(String group, String title, String icon, PagePath path) {
    this.group = group;
    this.title = title;
    this.icon = icon;
    this.path = path.to();
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
