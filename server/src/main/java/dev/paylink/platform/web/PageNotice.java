package dev.paylink.platform.web;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Words;
import org.jspecify.annotations.Nullable;

/**
 * A sentence that says what a form has done. The next page shows it. The address only names the
 * sentence, so nobody can put words of their own on a page.
 */
public interface PageNotice {
  String PARAMETER = "done";

  /** Returns the name in the address; an enum already has it. */
  String name();

  String sentence(Words words);

  /** Redirects to that page, which shows the sentence. */
  default Answer on(String path) {
    return Answer.seeOther(path + '?' + PARAMETER + '=' + name());
  }

  /** Redirects to the first page of that part. */
  default Answer on(Panel.Part part) {
    return on(part.path());
  }

  /** Redirects to that page, with a number that belongs to the sentence. */
  default Answer on(String path, String numberName, int number) {
    return Answer.seeOther(path + '?' + PARAMETER + '=' + name() + '&' + numberName + '=' + number);
  }

  /** Returns the sentence that the request's address names; null if it names none of these. */
  static @Nullable String told(PageNotice[] notices, Request request, Words words) {
    String asked = request.query(PARAMETER);
    for (PageNotice notice : notices) {
      if (notice.name().equals(asked)) {
        return notice.sentence(words);
      }
    }
    return null;
  }
}
