package dev.paylink.desk;

import dev.paylink.platform.web.OwnPath;
import dev.paylink.platform.web.Panel;
import java.util.List;

/** The parts of the desk, in the order of its navigation. */
enum Section implements Panel.Part {
  OVERVIEW("", "Overview", "home", Section.ROOT),
  REVIEW("Merchants", "Review queue", "shield", Section.DESK + "/review"),
  MERCHANTS("Merchants", "All merchants", "team", Section.DESK + "/merchants"),
  DELIVERIES("Operations", "Exhausted deliveries", "webhook", Section.DESK + "/deliveries"),
  MISMATCHES("Operations", "Mismatches", "warn", Section.DESK + "/mismatches");

  static final String ROOT = "/admin";

  /** Below it are pages only: the operator's calls have paths of their own. */
  static final String DESK = ROOT + "/desk";

  static final OwnPath OWN_PATH = new OwnPath(ROOT, DESK);

  private final String group;
  private final String title;
  private final String icon;
  private final String path;

  Section(String group, String title, String icon, String path) {
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

  /** All sections as they stand beside a page of this one. */
  List<Panel.Group> navigation() {
    return Panel.navigation(values(), this);
  }
}
