package dev.paylink.testing;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The machine's own Chromium, driven from a test; all tests of this JVM share one process. Whatever
 * a page writes to its console as an error, a violation of its policy included, and every request
 * to another machine is remembered.
 */
public final class Chromium implements AutoCloseable {
  /** The headless build first: it takes a third of the CPU. */
  private static final List<String> PROGRAMS =
      List.of("/usr/bin/chromium-headless-shell", "/usr/bin/chromium");

  /**
   * For a machine that is short of CPU: an action or assertion that holds at once takes no time.
   */
  private static final double PATIENCE_MILLIS = 120_000;

  /** A clock can be stopped in its future only, however long it takes to reach it. */
  private static final long AHEAD_MILLIS = 30_000;

  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost");
  private static final com.microsoft.playwright.Browser BROWSER = launch();

  private final List<BrowserContext> contexts = new ArrayList<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  private static com.microsoft.playwright.Browser launch() {
    String named = System.getenv("CHROME");
    Path program =
        (named == null ? PROGRAMS : List.of(named))
            .stream()
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(
                    () ->
                        new IllegalStateException(
                            "no Chromium: install it, or name it in the variable CHROME"));
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    // Both end with this JVM, to which they are bound by pipes.
    return Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")))
        .chromium()
        .launch(
            new BrowserType.LaunchOptions()
                .setExecutablePath(program)
                .setArgs(
                    List.of(
                        "--no-sandbox",
                        "--disable-gpu",
                        // No page of ours runs long enough for the optimizing compilers to pay.
                        "--js-flags=--no-opt,--no-maglev",
                        "--disable-background-networking",
                        "--disable-component-update")));
  }

  /** A page of its own, with cookies and storage of its own; windows it opens are heard as well. */
  public Page open(com.microsoft.playwright.Browser.NewContextOptions options) {
    BrowserContext context = BROWSER.newContext(options);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    contexts.add(context);
    context.onPage(this::listen);
    return context.newPage();
  }

  /** The window of a desktop. */
  public static com.microsoft.playwright.Browser.NewContextOptions desktop() {
    return new com.microsoft.playwright.Browser.NewContextOptions().setViewportSize(1280, 900);
  }

  /** The window of a phone whose owner likes it dark. */
  public static com.microsoft.playwright.Browser.NewContextOptions darkPhone() {
    return new com.microsoft.playwright.Browser.NewContextOptions()
        .setViewportSize(390, 844)
        .setDeviceScaleFactor(2)
        .setIsMobile(true)
        .setHasTouch(true)
        .setColorScheme(ColorScheme.DARK);
  }

  /** Presses the first button whose name has this text, and waits for the page that it leads to. */
  public static void press(Page page, String name) {
    follow(page, button(page, name).first());
  }

  /** Clicks what leads to another page, and waits until that is loaded. */
  public static void follow(Page page, Locator way) {
    follow(page, way::click);
  }

  /**
   * Does what leads to another page, and waits until that is loaded. A click alone ends before, and
   * what comes next might still look at the page that was left.
   */
  public static void follow(Page page, Runnable leaving) {
    page.waitForLoadState(); // or the end of this page would count as that of the next
    AtomicBoolean loaded = new AtomicBoolean();
    Consumer<Page> listener = any -> loaded.set(true);
    page.onLoad(listener);
    try {
      leaving.run();
      page.waitForCondition(loaded::get);
    } finally {
      page.offLoad(listener);
    }
  }

  /**
   * Stops the clock of this window, and of its pages to come. What they say for a moment stays, and
   * no timer fires, until the test runs the clock or resumes it.
   */
  public static void pauseTime(Page page) {
    page.clock().install();
    page.clock().pauseAt(System.currentTimeMillis() + AHEAD_MILLIS);
  }

  public static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
  }

  private void listen(Page page) {
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error") || message.type().equals("warning")) {
            complaints.add(message.type() + ": " + message.text());
          }
        });
    page.onPageError(error -> complaints.add("uncaught: " + error));
    page.onRequest(
        request -> {
          if (!LOOPBACK.contains(URI.create(request.url()).getHost())) {
            complaints.add("foreign request: " + request.url());
          }
        });
  }

  /** All complaints so far, which are then forgotten. */
  public List<String> complaints() {
    List<String> all = List.copyOf(complaints);
    complaints.clear();
    return all;
  }

  /** Closes every page: one that is left open goes on asking the service. */
  @Override
  public void close() {
    contexts.forEach(BrowserContext::close);
    contexts.clear();
    complaints.clear(); // of requests that this has cut off
  }
}
