package dev.paylink.platform.web;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import java.util.List;

/** Draws pages for people who sign in, of one kind: what is the same for all of them is here. */
public final class PanelPages {
  private static final int RETRY_SECONDS = 5;

  private final Templates templates;
  private final Assets assets;
  private final boolean testMode;
  private final String folder;
  private final String product;
  private final String home;

  /**
   * @param folder of their templates
   * @param product what they call themselves
   * @param home the path of the first one
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

  /** The page of that name for a view that is its one parameter. */
  public byte[] draw(String name, Object view) {
    return templates.render(folder + '/' + name + ".jte", view);
  }

  /** What stands around a page for somebody. */
  public Panel panel(String title, List<Panel.Group> navigation, Panel.Person person) {
    return new Panel(assets, product, title, testMode, home, navigation, person);
  }

  /** What stands around a page for nobody in particular. */
  public Panel panel(String title) {
    return new Panel(assets, product, title, testMode, home, List.of(), null);
  }

  /** The panel's title says what is the matter. */
  public Answer refused(Panel panel, Problem problem) {
    return problem.asPage(message(panel, problem.detail() + "."));
  }

  public Answer notFound(Panel panel) {
    return Answer.htmlNotFound(message(panel, "The page may have moved, or never was."));
  }

  public Answer unavailable(Panel panel, String text) {
    return Answer.htmlUnavailable(message(panel, text), RETRY_SECONDS);
  }

  private byte[] message(Panel panel, String text) {
    return templates.render(
        Message.TEMPLATE, new Message(panel, text, "Go to the overview", home));
  }
}
