package dev.paylink.platform.web;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws one kind of pages for people who sign in, and serves the files beside them. */
public final class PanelPages {
  static final String NOTHING_HERE = "Page not found";

  private final Templates templates;
  private final Assets assets;
  private final boolean testMode;
  private final String folder;
  private final String product;
  private final String home;

  /**
   * Prepares the pages and their files.
   *
   * @param folder the folder of their templates
   * @param product the name they show
   * @param home the path of the first page
   */
  public PanelPages(
      Templates templates,
      Assets assets,
      boolean testMode,
      String folder,
      String product,
      String home) {
    this.templates = templates;
    this.assets = assets;
    this.testMode = testMode;
    this.folder = folder;
    this.product = product;
    this.home = home;
  }

  /** Draws the page of that name; the view is its one parameter. */
  public byte[] draw(String name, Object view) {
    return templates.render(folder + '/' + name + ".jte", view);
  }

  /** Returns the panel of a page for a signed-in person. */
  public Panel panel(String title, List<Panel.Group> navigation, Panel.Person person) {
    return new Panel(assets, product, title, testMode, home, navigation, person);
  }

  /** Returns the panel of a page that needs no sign-in. */
  public Panel panel(String title) {
    return new Panel(assets, product, title, testMode, home, List.of(), null);
  }

  /** Returns the problem in words; {@code panel} has {@link #title} as its title. */
  public Answer problem(Panel panel, Problem problem, String requestId) {
    return problem.asPage(
        switch (problem.status()) {
          case 500 -> message(panel, "We logged the error under this id:", requestId);
          case 503 ->
              message(
                  panel,
                  "Your last action changed nothing. " + "Please try again in a moment.",
                  null);
          default -> message(panel, problem.detail() + ".", null);
        });
  }

  /**
   * Returns a page that leads to another one at once. After a form no redirect may lead to another
   * site; a page may.
   */
  public Answer goOn(Panel panel, String text, String url) {
    byte[] page =
        templates.render(Message.TEMPLATE, new Message(panel, text, null, "Continue", url));
    return Answer.html(page).with(Headers.REFRESH, "0; url=" + url);
  }

  /** Returns the title of a problem's page. */
  static String title(Problem problem) {
    return switch (problem.status()) {
      case 500 -> "Something went wrong on our side";
      case 503 -> "We cannot answer right now";
      default -> problem.title();
    };
  }

  public Answer notFound(Panel panel) {
    return Answer.htmlNotFound(
        message(panel, "The page may have moved, or it never existed.", null));
  }

  private byte[] message(Panel panel, String text, @Nullable String requestId) {
    return templates.render(
        Message.TEMPLATE, new Message(panel, text, requestId, "Go to the overview", home));
  }
}
