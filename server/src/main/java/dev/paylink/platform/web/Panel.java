package dev.paylink.platform.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The frame around a page for people who sign in: {@code platform/web/panel.jte} draws it, with the
 * navigation if {@code person} is known and as a single card otherwise.
 */
public record Panel(
    Assets assets,
    String product,
    String title,
    boolean testMode,
    String homePath,
    List<Group> navigation,
    @Nullable Person person) {

  /** Links that belong together; {@code title} is empty if they need none. */
  public record Group(String title, List<Link> links) {}

  /** A link; {@code icon} is a name that {@code platform/web/icon.jte} knows. */
  public record Link(String text, String path, String icon, boolean current) {}

  /** A part of the navigation: a link in the group of that title. */
  public interface Part {
    String group();

    String title();

    String icon();

    String path();
  }

  /** Returns all parts in their order, as a page of the given part, or of none, shows them. */
  public static List<Group> navigation(Part[] parts, @Nullable Part current) {
    List<Group> groups = new ArrayList<>();
    for (Part part : parts) {
      if (groups.isEmpty() || !groups.getLast().title().equals(part.group())) {
        groups.add(new Group(part.group(), new ArrayList<>()));
      }
      Link link = new Link(part.title(), part.path(), part.icon(), part.equals(current));
      groups.getLast().links().add(link);
    }
    return groups;
  }

  /** The signed-in person, their organisation, and the path that the sign-out form posts to. */
  public record Person(String name, String organisation, String signOutPath) {}

  /** Returns the letter in the circle beside a name. */
  String monogram() {
    String name = person == null ? product : person.organisation();
    return name.isEmpty()
        ? "?"
        : name.substring(0, name.offsetByCodePoints(0, 1)).toUpperCase(Locale.ROOT);
  }
}
