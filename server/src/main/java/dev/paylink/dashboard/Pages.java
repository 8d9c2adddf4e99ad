package dev.paylink.dashboard;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.PanelPages;
import dev.paylink.platform.web.Templates;
import org.jspecify.annotations.Nullable;

/** Draws the dashboard's pages: in the frame of whom they are for. */
final class Pages {
  private static final String SIGN_OUT = Section.ROOT + "/sign-out";

  private final PanelPages pages;

  Pages(Templates templates, Assets assets, boolean testMode) {
    this.pages =
        new PanelPages(
            templates, assets, testMode, "dashboard", "Payment Link Service", Section.ROOT);
  }

  /** The page {@code dashboard/name.jte} for a view that is its one parameter. */
  byte[] draw(String name, Object view) {
    return pages.draw(name, view);
  }

  /** What stands around a page of that section. */
  Panel panel(Visit visit, Section section, String title) {
    return pages.panel(
        title,
        section.navigation(),
        new Panel.Person(visit.signedIn().email(), visit.merchant().businessName(), SIGN_OUT));
  }

  /** What stands around a page for nobody in particular. */
  Panel panel(String title) {
    return pages.panel(title);
  }

  Answer notFound(@Nullable Visit visit) {
    return pages.notFound(around(visit, "There is nothing here"));
  }

  Answer refused(@Nullable Visit visit, Problem problem) {
    return pages.refused(around(visit, problem.title()), problem);
  }

  Answer unavailable() {
    return pages.unavailable(
        panel("We cannot answer right now"),
        "Nothing is lost, and nothing was changed by what you just did. "
            + "Please try again in a moment.");
  }

  private Panel around(@Nullable Visit visit, String title) {
    return visit == null ? panel(title) : panel(visit, Section.HOME, title);
  }
}
