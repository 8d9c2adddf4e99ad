package dev.paylink.platform.web;

import dev.paylink.platform.language.Words;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Guesses the usual name of a browser from its User-Agent header; good enough to recognise it. */
public final class BrowserName {
  /** In this order, because most browsers also name others. */
  private static final Map<String, String> BROWSERS = new LinkedHashMap<>();

  private static final Map<String, String> SYSTEMS = new LinkedHashMap<>();

  static {
    BROWSERS.put("Edg", "Edge");
    BROWSERS.put("OPR/", "Opera");
    BROWSERS.put("Firefox/", "Firefox");
    BROWSERS.put("Chrome/", "Chrome");
    BROWSERS.put("Safari/", "Safari");
    BROWSERS.put("curl/", "curl");
    SYSTEMS.put("iPhone", "iPhone");
    SYSTEMS.put("iPad", "iPad");
    SYSTEMS.put("Android", "Android");
    SYSTEMS.put("Windows", "Windows");
    SYSTEMS.put("Mac OS X", "macOS");
    SYSTEMS.put("Linux", "Linux");
  }

  private BrowserName() {}

  public static String of(Words words, @Nullable String userAgent) {
    if (userAgent == null) {
      return words.get("browser.unknown");
    }
    String browser = first(BROWSERS, userAgent, words.get("browser.another"));
    String system = first(SYSTEMS, userAgent, "");
    return system.isEmpty() ? browser : words.get("browser.on", browser, system);
  }

  private static String first(Map<String, String> names, String userAgent, String otherwise) {
    return names.entrySet().stream()
        .filter(name -> userAgent.contains(name.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(otherwise);
  }
}
