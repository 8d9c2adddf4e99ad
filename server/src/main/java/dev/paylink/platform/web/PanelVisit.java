package dev.paylink.platform.web;

import dev.paylink.platform.http.Request;
import dev.paylink.platform.language.Words;
import org.jspecify.annotations.Nullable;

/** A signed-in person who asks for a page. */
public interface PanelVisit {
  Request request();

  PanelPages pages();

  /** Returns the words in the visitor's language. */
  Words words();

  /** Returns the panel of a page; {@code part} is null if it belongs to no part. */
  Panel panel(Panel.@Nullable Part part, String title);

  /** Returns the panel of a part's first page. */
  default Panel panel(Panel.Part part) {
    return panel(part, part.title(words()));
  }

  default byte[] draw(String name, Object view) {
    return pages().draw(name, view);
  }
}
