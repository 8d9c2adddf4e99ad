package dev.paylink.dashboard.account;

import dev.paylink.account.Actor;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.merchant.audit.AuditEntry;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.user.Role;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.PagePath;
import dev.paylink.webhook.settings.WebhookScope;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Entries of the audit log in words of people: what the log itself says for programs. */
public record AuditWords(Words words) {
  private static final Map<String, PagePath> PAGES =
      Map.of(
          "pay", DashboardPaths.PAYMENT,
          "evt", DashboardPaths.EVENT,
          "lnk", DashboardPaths.REUSABLE_LINK,
          "key", DashboardPaths.KEY);
  private static final Pattern ID = Pattern.compile("\\b(pay|evt|lnk|key)_[0-9a-z]{26}\\b");
  private static final Pattern MEMBER =
      Pattern.compile("^(\\S+) as (" + any(Role.values()) + ")\\b");
  private static final Pattern STATUS =
      Pattern.compile("^(" + any(Verification.values()) + ")(?=$|: )");
  private static final Pattern SCOPE =
      Pattern.compile("^(" + any(WebhookScope.values()) + ")(?= )");
  private static final Pattern LIMIT = Pattern.compile("(?<=, )limit ([0-9]+)");
  private static final Pattern SCOPES = Pattern.compile("(?<=, )scopes ([^,;]+)");
  private static final Pattern EXPIRES = Pattern.compile("(?<=, )expires ([^ ,;]+)");
  private static final Pattern FROM = Pattern.compile("(?<=, )from ([^;]+)");
  private static final Pattern WORKS =
      Pattern.compile("(?<=; )(key_[0-9a-z]+) works until ([^ ;]+)$");
  private static final Pattern OFF = Pattern.compile("^(\\S+ /l/\\S+, )off(?=: )");

  /** What stands behind the title of a link, which may have the same words. */
  private static final Pattern BEHIND_TITLE =
      Pattern.compile("; [^;]*; [^;]*; (?:no end|until [^ ;]+)(?:; then [^ ]+)?$");

  private static final Pattern ANY_AMOUNT =
      Pattern.compile("(?<=; )any amount in ([^ ;]+)(?: from ([0-9.]+))?(?: to ([0-9.]+))?(?=; )");
  private static final Pattern ANY_USES = Pattern.compile("(?<=; )any number of uses(?=; )");
  private static final Pattern USES = Pattern.compile("(?<=; )([0-9]+) uses(?=; )");
  private static final Pattern NO_END = Pattern.compile("(?<=; )no end(?=$|; then )");
  private static final Pattern UNTIL = Pattern.compile("(?<=; )until ([^ ;]+)(?=$|; then )");
  private static final Pattern THEN = Pattern.compile("(?<=; )then ([^ ]+)$");
  private static final Pattern NO_PICTURE = Pattern.compile("(?<=^\\S{1,99}: )none$");
  private static final Pattern SWITCHED = Pattern.compile("(?<= )(active|inactive)(?=$|,| )");

  /** Returns the action of an entry, such as {@code api_key.created}. */
  public String action(AuditEntry entry) {
    String key = "audit.action." + entry.action();
    return words.has(key) ? words.get(key) : entry.action();
  }

  /** Returns what something was before an entry, or after it. */
  public String value(AuditEntry entry, String text) {
    return switch (entry.action().substring(0, entry.action().indexOf('.'))) {
      case "user", "invitation" ->
          told(MEMBER, text, found -> words.get("audit.as", found.group(1), role(found.group(2))));
      case "merchant" -> told(STATUS, text, found -> words.get("verification." + found.group()));
      case "webhook" ->
          switched(told(SCOPE, text, found -> words.get("webhooks." + found.group()) + ":"));
      case "api_key" -> key(text);
      case "link" -> link(text);
      default -> text;
    };
  }

  /** Returns who it was; which operator is not for merchants to know. */
  public String actor(AuditEntry entry) {
    Actor actor = entry.actor();
    return actor.toldName().equals(actor.name()) ? actor.name() : words.get("audit.operator");
  }

  /** Returns the page of what an entry is about, or null if there is none, or no longer. */
  public @Nullable String path(AuditEntry entry) {
    Matcher id = ID.matcher(entry.after() == null ? "" : entry.after());
    PagePath page = id.find() ? PAGES.get(id.group(1)) : null;
    return page == null ? null : page.to(id.group());
  }

  private String key(String text) {
    String key = told(LIMIT, switched(text), found -> part("limit", found));
    key = told(SCOPES, key, found -> part("scopes", found));
    key = told(EXPIRES, key, found -> part("expires", found));
    key = told(FROM, key, found -> part("from", found));
    return told(
        WORKS, key, found -> words.get("audit.value.works", found.group(1), found.group(2)));
  }

  private String link(String text) {
    Matcher behind = BEHIND_TITLE.matcher(text);
    int title = behind.find() ? behind.start() : text.length();
    String link = told(OFF, text.substring(0, title), this::off);
    return told(NO_PICTURE, link, found -> words.get("audit.value.none"))
        + settings(text.substring(title));
  }

  private String off(MatchResult found) {
    return found.group(1) + words.get("audit.value.off");
  }

  private String settings(String text) {
    String link = told(ANY_AMOUNT, text, this::anyAmount);
    link = told(ANY_USES, link, found -> words.get("audit.value.anyuses"));
    link = told(USES, link, found -> part("uses", found));
    link = told(NO_END, link, found -> words.get("audit.value.noend"));
    link = told(UNTIL, link, found -> part("until", found));
    return told(THEN, link, found -> part("then", found));
  }

  private String part(String key, MatchResult found) {
    return words.get("audit.value." + key, found.group(1));
  }

  private String anyAmount(MatchResult found) {
    return words.get("audit.value.anyamount", found.group(1))
        + (found.group(2) == null ? "" : ", ≥ " + found.group(2))
        + (found.group(3) == null ? "" : ", ≤ " + found.group(3));
  }

  private String switched(String text) {
    return told(SWITCHED, text, found -> words.get("audit.value." + found.group()));
  }

  private String role(String name) {
    return words.get("role." + name);
  }

  private static String told(Pattern part, String text, Function<MatchResult, String> teller) {
    return part.matcher(text).replaceFirst(found -> Matcher.quoteReplacement(teller.apply(found)));
  }

  private static String any(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).collect(Collectors.joining("|"));
  }
}
