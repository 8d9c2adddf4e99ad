package dev.paylink.platform.web;

import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.language.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
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
    @Nullable Person person,
    Words words,
    @Nullable Languages languages) {
  /** The words of the shared pieces of a page, for pages that are in English only. */
  public static final Words ENGLISH =
      Objects.requireNonNull(Words.all(Texts.all(Panel.class)).get(Language.EN));

  /** The most links that are shown at once; with more, a window of 900 pixels is too low. */
  private static final int MAX_UNFOLDED = 12;

  /** Creates the panel of a page without navigation that is in English only. */
  public Panel(Assets assets, String product, String title, boolean testMode, String homePath) {
    this(assets, product, title, testMode, homePath, List.of(), null, ENGLISH, null);
  }

  /** The form that chooses another language: its path, and the page to come back to. */
  public record Languages(String path, String here) {}

  /** Links that belong together; {@code title} is empty if they need none. */
  public record Group(String title, List<Link> links) {}

  /** A link; {@code icon} is a name that {@code platform/web/icon.jte} knows. */
  public record Link(String text, String path, String icon, boolean current) {}

  /** A part of the navigation: a link in the group of that title. */
  public interface Part {
    String group(Words words);

    String title(Words words);

    String icon();

    String path();
  }

  /** Returns all parts in their order, as a page of the given part, or of none, shows them. */
  public static List<Group> navigation(Part[] parts, @Nullable Part current, Words words) {
    List<Group> groups = new ArrayList<>();
    for (Part part : parts) {
      String group = part.group(words);
      if (groups.isEmpty() || !groups.getLast().title().equals(group)) {
        groups.add(new Group(group, new ArrayList<>()));
      }
      Link link = new Link(part.title(words), part.path(), part.icon(), part.equals(current));
      groups.getLast().links().add(link);
    }
    return groups;
  }

  /**
   * The signed-in person.
   *
   * @param detail what else there is to say of them, such as their role
   * @param organisation whose pages these are; null if they are of no organisation
   * @param signOutPath what the sign-out form posts to
   */
  public record Person(
      String name, String detail, @Nullable String organisation, String signOutPath) {}

  /** Tells whether there are so many links that their groups fold. */
  boolean folds() {
    return navigation.stream().mapToInt(group -> group.links().size()).sum() > MAX_UNFOLDED;
  }

  /** Tells whether a group is open at first: that of this page, or the first one with a title. */
  boolean isOpen(Group group) {
    List<Group> titled = navigation.stream().filter(any -> !any.title().isEmpty()).toList();
    return group.equals(
        titled.stream()
            .filter(any -> any.links().stream().anyMatch(Link::current))
            .findFirst()
            .orElse(titled.getFirst()));
  }

  /** Returns the letter in the circle next to a name. */
  String monogram() {
    String name = person == null ? product : person.name();
    return name.isEmpty()
        ? "?"
        : name.substring(0, name.offsetByCodePoints(0, 1)).toUpperCase(Locale.ROOT);
  }
}
