package dev.paylink.platform.web;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.language.Texts;
import dev.paylink.platform.language.Words;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The language of the pages: the one that the reader chose, which a cookie keeps; else the
 * browser's; else English.
 */
public final class LanguageChoice {
  private static final String FIELD = "language";
  private static final Duration KEPT = Duration.ofDays(365);

  private final String cookie;
  private final Map<Language, Words> words;
  private final LocalPath ownPath;
  private final String form;
  private final String attributes;

  /**
   * Prepares the choice.
   *
   * @param cookie holds the language and nothing else, so it tells nobody apart
   * @param ownPath the pages that it leads back to
   * @param home the cookie is sent to this path and those below
   * @param form the path of the form that makes the choice
   */
  public LanguageChoice(
      String cookie,
      Map<Language, Texts> texts,
      LocalPath ownPath,
      PagePath home,
      PagePath form,
      boolean secure) {
    this.cookie = cookie;
    this.words = Words.all(texts);
    this.ownPath = ownPath;
    this.form = form.to();
    this.attributes =
        "; Max-Age=%d; Path=%s; HttpOnly; SameSite=Lax%s"
            .formatted(KEPT.toSeconds(), home.to(), secure ? "; Secure" : "");
  }

  Words words(Request request) {
    String accepted = request.header(Headers.ACCEPT_LANGUAGE);
    return Objects.requireNonNull(words.get(Language.choose(request.cookie(cookie), accepted)));
  }

  /** Returns the language that the reader chose; null if there was no choice. */
  public @Nullable Language chosen(Request request) {
    String kept = request.cookie(cookie);
    return kept == null ? null : Language.of(kept);
  }

  /** Returns the form on a page; after a choice the page is shown again, if a link leads to it. */
  Panel.Languages offer(Request request) {
    boolean linked = request.method().equals("GET");
    return offer(linked ? request.target() : "");
  }

  /** Returns the form that leads back to this page. */
  public Panel.Languages offer(String here) {
    return new Panel.Languages(form, ownPath.orHome(here));
  }

  /** Keeps the choice, and leads back to the page where it was made. */
  public Answer keep(Request request) {
    Language chosen = Language.of(FormBody.field(request, FIELD));
    if (chosen == null) {
      throw new Refused(Problem.badRequest("INVALID_REQUEST", Message.of("language")));
    }
    return Answer.seeOther(ownPath.orHome(FormBody.field(request, LocalPath.NEXT)))
        .with(Headers.SET_COOKIE, cookie + '=' + chosen.tag() + attributes);
  }
}
