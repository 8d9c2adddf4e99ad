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

/**
 * The language of the pages: the one that the reader chose, which a cookie keeps; else the
 * browser's; else English.
 */
public final class LanguageChoice {
  private static final String COOKIE = "paylink_language";
  private static final String FIELD = "language";
  private static final Duration KEPT = Duration.ofDays(365);

  private final Map<Language, Words> words;
  private final LocalPath ownPath;
  private final String form;
  private final String attributes;

  /**
   * Prepares the choice.
   *
   * @param ownPath the pages that it leads back to
   * @param home the cookie is sent to this path and those below
   * @param form the path of the form that makes the choice
   */
  public LanguageChoice(
      Map<Language, Texts> texts, LocalPath ownPath, PagePath home, PagePath form, boolean secure) {
    this.words = Words.all(texts);
    this.ownPath = ownPath;
    this.form = form.to();
    this.attributes =
        "; Max-Age=%d; Path=%s; HttpOnly; SameSite=Lax%s"
            .formatted(KEPT.toSeconds(), home.to(), secure ? "; Secure" : "");
  }

  Words words(Request request) {
    String accepted = request.header(Headers.ACCEPT_LANGUAGE);
    return Objects.requireNonNull(words.get(Language.choose(request.cookie(COOKIE), accepted)));
  }

  /** Returns the form on a page; after a choice the page is shown again, if a link leads to it. */
  Panel.Languages offer(Request request) {
    boolean linked = request.method().equals("GET");
    return new Panel.Languages(form, ownPath.orHome(linked ? request.target() : null));
  }

  /** Keeps the choice, and leads back to the page where it was made. */
  public Answer keep(Request request) {
    Language chosen = Language.of(FormBody.field(request, FIELD));
    if (chosen == null) {
      throw new Refused(Problem.badRequest("INVALID_REQUEST", Message.of("language")));
    }
    return Answer.seeOther(ownPath.orHome(FormBody.field(request, LocalPath.NEXT)))
        .with(Headers.SET_COOKIE, COOKIE + '=' + chosen.tag() + attributes);
  }
}
