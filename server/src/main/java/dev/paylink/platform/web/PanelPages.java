package dev.paylink.platform.web;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Draws one kind of pages for people who sign in, and serves their static files.
 *
 * @param folder the folder of their templates
 * @param product the name they show
 * @param home the path of the first page
 * @param languages how readers choose theirs; null if the pages are in English only
 */
public record PanelPages(
    Templates templates,
    Assets assets,
    boolean testMode,
    String folder,
    String product,
    String home,
    @Nullable LanguageChoice languages) {
  private static final String MESSAGE = "platform/web/message.jte";

  /**
   * A page with only a message: what, why, and where to go from here. It has the request id if
   * somebody may have to look it up.
   */
  public record MessageView(
      Panel panel, String text, @Nullable String requestId, String linkText, String linkPath) {}

  /** Draws the page of that name; the view is its one parameter. */
  public byte[] draw(String name, Object view) {
    return templates.render(folder + '/' + name + ".jte", view);
  }

  /** Returns the words in the language of the one who asks. */
  public Words words(Request request) {
    return languages == null ? Panel.ENGLISH : languages.words(request);
  }

  /** Returns the panel of a page for a signed-in person. */
  public Panel panel(
      Request request,
      Words words,
      String title,
      List<Panel.Group> navigation,
      Panel.@Nullable Person person) {
    return new Panel(
        assets,
        product,
        title,
        testMode,
        home,
        navigation,
        person,
        words,
        languages == null ? null : languages.offer(request));
  }

  /** Returns the panel of a page that needs no sign-in. */
  public Panel panel(Request request, String title) {
    return panel(request, words(request), title, List.of(), null);
  }

  /** Returns the panel of a page that needs no sign-in and is in English only. */
  public Panel panel(String title) {
    return new Panel(assets, product, title, testMode, home);
  }

  /** Returns the problem in words; {@code panel} has {@link #title} as its title. */
  public Answer problem(Panel panel, Problem problem, String requestId) {
    return problem.asPage(
        switch (problem.status()) {
          case 500 -> message(panel, panel.words().get("message.failed.text"), requestId);
          case 503 -> message(panel, panel.words().get("message.unavailable.text"), null);
          default -> message(panel, ErrorText.sentence(panel.words(), problem), null);
        });
  }

  /**
   * Returns a page that leads to another one at once. After a form no redirect may lead to another
   * site; a page may.
   */
  public Answer goOn(Panel panel, String text, String url) {
    byte[] page =
        templates.render(
            MESSAGE,
            new MessageView(panel, text, null, panel.words().get("message.continue"), url));
    return Answer.html(page).with(Headers.REFRESH, "0; url=" + url);
  }

  /** Returns the title of a problem's page. */
  static String title(Words words, Problem problem) {
    return switch (problem.status()) {
      case 500 -> words.get("message.failed");
      case 503 -> words.get("message.unavailable");
      default -> ErrorText.title(words, problem);
    };
  }

  public Answer notFound(Panel panel) {
    return Answer.htmlNotFound(message(panel, panel.words().get("message.notfound.text"), null));
  }

  private byte[] message(Panel panel, String text, @Nullable String requestId) {
    return templates.render(
        MESSAGE, new MessageView(panel, text, requestId, panel.words().get("message.home"), home));
  }
}
