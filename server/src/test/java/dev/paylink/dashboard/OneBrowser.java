package dev.paylink.dashboard;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.paylink.testing.Chromium;
import dev.paylink.testing.TestService;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** One service and one browser for all classes that need them: each takes seconds to start. */
final class OneBrowser implements AutoCloseable {
  /** For a machine that is busy with other tests; a page that works needs a fraction of it. */
  private static final double PATIENCE_MILLIS = 30_000;

  private static @Nullable OneBrowser shared;

  private final TestService service = new TestService();
  private final Chromium chromium = new Chromium();

  private OneBrowser() {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
  }

  /** Makes them for the first class that asks. */
  static final class Start implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
      shared =
          context
              .getRoot()
              .getStore(Namespace.create(OneBrowser.class))
              .computeIfAbsent(OneBrowser.class, key -> new OneBrowser(), OneBrowser.class);
    }
  }

  static OneBrowser shared() {
    return Objects.requireNonNull(shared);
  }

  TestService service() {
    return service;
  }

  Chromium chromium() {
    return chromium;
  }

  /** After the last class. */
  @Override
  public void close() {
    chromium.close();
    service.close();
  }
}
