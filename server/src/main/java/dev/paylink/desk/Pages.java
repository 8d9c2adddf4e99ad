package dev.paylink.desk;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.web.Assets;
import dev.paylink.platform.web.Message;
import dev.paylink.platform.web.Panel;
import dev.paylink.platform.web.ShownTime;
import dev.paylink.platform.web.Templates;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws the desk's pages; what is the same for all of them is known here. */
final class Pages {
  private static final String PRODUCT = "Operator’s desk";
  private static final int RETRY_SECONDS = 5;

  private final Templates templates;
  private final Assets assets;
  private final boolean testMode;

  Pages(Templates templates, Assets assets, boolean testMode) {
    this.templates = templates;
    this.assets = assets;
    this.testMode = testMode;
  }

  /** The page {@code desk/name.jte} for a view that is its one parameter. */
  byte[] draw(String name, Object view) {
    return templates.render("desk/" + name + ".jte", view);
  }

  /** What stands around a page of that section. */
  Panel panel(Visit visit, Section section, String title) {
    Panel.Person person =
        new Panel.Person(
            "until " + ShownTime.timeOfDay(visit.until()), "Operator", SignInPage.SIGN_OUT);
    return new Panel(assets, PRODUCT, title, testMode, Section.ROOT, section.navigation(), person);
  }

  /** What stands around a page for nobody in particular. */
  Panel panel(String title) {
    return new Panel(assets, PRODUCT, title, testMode, Section.ROOT, List.of(), null);
  }

  Answer notFound(@Nullable Visit visit) {
    return Answer.htmlNotFound(
        message(visit, "There is nothing here", "The page may have moved, or never was."));
  }

  Answer refused(@Nullable Visit visit, Problem problem) {
    return problem.asPage(message(visit, problem.title(), problem.detail() + "."));
  }

  Answer unavailable(@Nullable Visit visit) {
    return Answer.htmlUnavailable(
        message(
            visit,
            "The database does not answer",
            "Nothing was changed by what you just did. Please try again in a moment."),
        RETRY_SECONDS);
  }

  private byte[] message(@Nullable Visit visit, String title, String text) {
    Panel panel = visit == null ? panel(title) : panel(visit, Section.OVERVIEW, title);
    return templates.render(
        Message.TEMPLATE, new Message(panel, text, "Go to the overview", Section.ROOT));
  }
}
