package dev.paylink.dashboard.developers;

import dev.paylink.credential.KeyScope;
import dev.paylink.credential.KeySettings;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.Form;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a key as a form: a box for each scope, a day for the expiry, one text for all
 * ranges. It gives the fields that the call has, so both follow the same rules.
 */
public record KeyForm(Form form) {
  /** The field that says that the form has boxes: a box that is not ticked is not sent. */
  private static final String LISTED = "scopes";

  private static final String ON = "on";
  private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final List<KeyScope> SCOPES = List.of(KeyScope.values());

  static KeyForm of(Request request) {
    List<String> names = new ArrayList<>(List.of("label", "scopes", "expiresAt", "allowedSources"));
    SCOPES.forEach(scope -> names.add(scope.text()));
    return new KeyForm(Form.EMPTY.with(request, names));
  }

  static KeyForm of(KeySettings settings) {
    Map<String, @Nullable String> values = new LinkedHashMap<>();
    values.put(LISTED, ON);
    values.put("label", settings.label());
    values.put("expiresAt", day(settings.expiresAt()));
    List<String> sources = settings.sources().names();
    values.put("allowedSources", sources == null ? null : String.join("\n", sources));
    SCOPES.stream()
        .filter(settings.scopes()::includes)
        .forEach(scope -> values.put(scope.text(), ON));
    return new KeyForm(Form.filled(values));
  }

  /**
   * Returns the fields of the call. A day that was left as it is shown is not among them: the key
   * may expire at some hour of it.
   */
  Fields fields(KeySettings before) {
    Map<String, @Nullable String> fields = new LinkedHashMap<>();
    fields.put("label", filled("label"));
    if (isChecked(LISTED)) {
      fields.put("scopes", scopes());
    }
    String expiry = filled("expiresAt");
    if (expiry == null || !expiry.equals(day(before.expiresAt()))) {
      fields.put(
          "expiresAt",
          expiry != null && DAY.matcher(expiry).matches() ? expiry + "T00:00:00Z" : expiry);
    }
    fields.put("allowedSources", filled("allowedSources"));
    return Fields.ofForm(fields);
  }

  public boolean includes(KeyScope scope) {
    return isChecked(scope.text());
  }

  /** Tells whether anything but the name was filled in, so that it should be seen. */
  public boolean isRestricted() {
    return (isChecked(LISTED) && scopes() != null)
        || filled("expiresAt") != null
        || filled("allowedSources") != null;
  }

  public @Nullable String scopesFault(Words words) {
    return form.fault(words, "scopes", words.get("keys.akey"));
  }

  /** Returns the checked scopes; null for those of a key without a list, later ones included. */
  private @Nullable String scopes() {
    return SCOPES.stream().allMatch(scope -> includes(scope) == scope.isImplied())
        ? null
        : SCOPES.stream()
            .filter(this::includes)
            .map(KeyScope::text)
            .collect(Collectors.joining(" "));
  }

  private boolean isChecked(String name) {
    return !form.value(name).isEmpty();
  }

  private @Nullable String filled(String name) {
    return form.value(name).isEmpty() ? null : form.value(name);
  }

  private static @Nullable String day(@Nullable Instant at) {
    return at == null ? null : at.toString().substring(0, "2026-01-01".length());
  }
}
