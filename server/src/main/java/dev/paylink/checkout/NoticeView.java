package dev.paylink.checkout;

import org.jspecify.annotations.Nullable;

/** A page that only shows a message: what happened, why, and where to go from here. */
record NoticeView(
    Frame frame, String title, String text, @Nullable String linkUrl, @Nullable String linkText) {

  /** Creates a notice from the texts {@code name.title} and {@code name.text}. */
  static NoticeView of(Frame frame, String name) {
    return new NoticeView(
        frame, frame.text(name + ".title"), frame.text(name + ".text"), null, null);
  }

  NoticeView linkTo(String url, String textKey) {
    return new NoticeView(frame, title, text, url, frame.text(textKey));
  }
}
