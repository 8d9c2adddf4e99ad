package dev.paylink.desk;

import dev.paylink.platform.web.OwnPath;
import dev.paylink.platform.web.Panel;
import java.util.ArrayList;
import java.util.List;

/** The parts of the desk, in the order of its navigation. */
enum Section {
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

  String title() {
    return title;
  }

  String path() {
    return path;
  }

  /** All sections as they stand beside a page of this one. */
  List<Panel.Group> navigation() {
    List<Panel.Group> groups = new ArrayList<>();
    for (Section section : values()) {
      if (groups.isEmpty() || !groups.getLast().title().equals(section.group)) {
        groups.add(new Panel.Group(section.group, new ArrayList<>()));
      }
      groups
          .getLast()
          .links()
          .add(new Panel.Link(section.title, section.path, section.icon, section == this));
    }
    return groups;
  }
}
