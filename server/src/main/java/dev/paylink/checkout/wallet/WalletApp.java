package dev.paylink.checkout.wallet;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A wallet's app for phones, and the pattern of the link that opens a page in its own browser. The
 * pattern has one place for the page: {@code {url}}, percent-encoded, or {@code {address}}, as it
 * is without its scheme.
 */
public record WalletApp(String name, String pattern) {
  private static final int MAX_APPS = 8;
  private static final int MAX_NAME = 30;
  private static final Pattern ENTRY = Pattern.compile("(?<name>.*\\S)\\s+(?<pattern>\\S+)");

  /** The host comes before the place: a page's address never chooses where the link leads. */
  private static final Pattern START =
      Pattern.compile("(?<scheme>[a-z][a-z0-9+.-]*)://[^/?#@{]+[/?].*");

  private static final Pattern PLACE = Pattern.compile("\\{url}|\\{address}");

  /** Schemes that open no app, or run what they carry. */
  private static final Set<String> NO_APP =
      Set.of("http", "javascript", "data", "blob", "file", "about", "mailto", "tel", "sms");

  /** What the wallets document, or have in their own code. */
  public static final List<WalletApp> WELL_KNOWN =
      parse(
          "MetaMask https://link.metamask.io/dapp/{address},"
              + " Coinbase Wallet https://go.cb-w.com/dapp?cb_url={url},"
              + " Trust Wallet https://link.trustwallet.com/open_url?coin_id=60&url={url},"
              + " Rainbow https://rnbwapp.com/dapp?url={url}");

  /**
   * Parses a list such as {@code A https://a.example/?url={url}, B b://open/{address}}.
   *
   * @throws IllegalArgumentException with what is wrong, to be read after the name of the setting
   */
  public static List<WalletApp> parse(String list) {
    List<WalletApp> apps =
        Arrays.stream(list.split(",", -1)).map(String::strip).map(WalletApp::entry).toList();
    Set<String> names = new HashSet<>();
    apps.forEach(
        app -> {
          if (!names.add(app.name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("names " + app.name + " twice");
          }
        });
    if (apps.size() > MAX_APPS) {
      throw new IllegalArgumentException("takes at most " + MAX_APPS + " wallets");
    }
    return apps;
  }

  private static WalletApp entry(String text) {
    Matcher entry = ENTRY.matcher(text);
    if (!entry.matches() || entry.group("name").length() > MAX_NAME) {
      throw new IllegalArgumentException(
          "takes a name and a link for each wallet, separated by commas, not \"" + text + '"');
    }
    WalletApp app = new WalletApp(entry.group("name"), entry.group("pattern"));
    if (PLACE.matcher(app.pattern).results().count() != 1 || !app.opensAnApp()) {
      throw new IllegalArgumentException(
          "takes links that begin with https:// or an app's own scheme and have {url} or {address}"
              + " once, not \""
              + app.pattern
              + '"');
    }
    return app;
  }

  private boolean opensAnApp() {
    Matcher start = START.matcher(pattern);
    if (!start.matches() || NO_APP.contains(start.group("scheme"))) {
      return false;
    }
    try {
      new URI(link("https://pay.example.com/x"));
      return true;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** Returns the link that opens a page, given by its whole address, in the app. */
  public String link(String url) {
    return pattern
        .replace("{url}", URLEncoder.encode(url, StandardCharsets.UTF_8))
        .replace("{address}", url.substring(url.indexOf("://") + 3));
  }
}
