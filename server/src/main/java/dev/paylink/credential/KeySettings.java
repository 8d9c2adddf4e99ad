package dev.paylink.credential;

import dev.paylink.platform.http.IpRange;
import dev.paylink.platform.json.DidYouMean;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.language.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a merchant chooses for a key. {@code expiresAt} is null for a key that never expires. */
public record KeySettings(
    @Nullable String label, KeyScopes scopes, @Nullable Instant expiresAt, AllowedSources sources) {
  /** A key without a name and without restrictions. */
  public static final KeySettings OPEN =
      new KeySettings(null, KeyScopes.ALL, null, AllowedSources.ANY);

  private static final Set<String> FIELDS =
      Set.of("label", "scopes", "expiresAt", "allowedSources");
  private static final List<String> SCOPES =
      Arrays.stream(KeyScope.values()).map(KeyScope::text).toList();
  private static final int MAX_LABEL = 100;
  private static final int MAX_SCOPES = 20;
  private static final int MAX_SOURCES = 50;
  private static final int MAX_ITEM = 64;
  private static final Duration MAX_LIFE = Duration.ofDays(3650);

  /**
   * Reads the settings that were sent, as a change: a field that was left out stays as it is, and
   * null takes a restriction away. Refuses with 400 and all faults of the fields.
   */
  public static UnaryOperator<KeySettings> read(Fields fields, Instant now) {
    fields.only(FIELDS);
    String label = fields.text("label", MAX_LABEL);
    KeyScopes scopes = scopes(fields);
    Instant expiresAt = expiry(fields, now);
    AllowedSources sources = sources(fields);
    fields.refuseFaults();
    return before ->
        new KeySettings(
            fields.isSent("label") ? label : before.label,
            fields.isSent("scopes") ? scopes : before.scopes,
            fields.isSent("expiresAt") ? expiresAt : before.expiresAt,
            fields.isSent("allowedSources") ? sources : before.sources);
  }

  private static KeyScopes scopes(Fields fields) {
    List<String> names = fields.texts("scopes", MAX_SCOPES, MAX_ITEM);
    if (names == null) {
      return KeyScopes.ALL;
    }
    Set<KeyScope> scopes = EnumSet.noneOf(KeyScope.class);
    for (String name : names) {
      KeyScope scope = KeyScope.parse(name);
      if (scope == null) {
        String nearest = DidYouMean.nearest(name, SCOPES);
        fields.fault(
            "scopes",
            nearest == null
                ? Message.of("field.scopes", String.join(", ", SCOPES))
                : Message.of("field.unknownscope", nearest));
        break;
      }
      scopes.add(scope);
    }
    if (names.isEmpty()) {
      fields.fault("scopes", Message.of("field.scope"));
    }
    return KeyScopes.of(scopes);
  }

  private static @Nullable Instant expiry(Fields fields, Instant now) {
    Instant expiresAt = fields.time("expiresAt");
    if (expiresAt != null && !expiresAt.isAfter(now)) {
      fields.fault("expiresAt", Message.of("field.future"));
    } else if (expiresAt != null && expiresAt.isAfter(now.plus(MAX_LIFE))) {
      fields.fault("expiresAt", Message.of("field.tenyears"));
    }
    return expiresAt;
  }

  private static AllowedSources sources(Fields fields) {
    List<String> names = fields.texts("allowedSources", MAX_SOURCES, MAX_ITEM);
    if (names == null) {
      return AllowedSources.ANY;
    }
    if (names.isEmpty()) {
      fields.fault("allowedSources", Message.of("field.range"));
    }
    for (String name : names) {
      if (IpRange.parse(name) == null) {
        fields.fault("allowedSources", Message.of("ranges"));
        return AllowedSources.ANY;
      }
    }
    return AllowedSources.of(names);
  }

  /** Returns the same settings under another name. */
  public KeySettings named(String name) {
    return new KeySettings(name, scopes, expiresAt, sources);
  }

  public boolean isExpired(Instant now) {
    return expiresAt != null && !expiresAt.isAfter(now);
  }

  /** Returns the restrictions as text for the audit log; empty if there are none. */
  String summary() {
    List<String> names = scopes.names();
    return (names == null ? "" : ", scopes " + String.join(" ", names))
        + (expiresAt == null ? "" : ", expires " + Timestamps.format(expiresAt))
        + (sources.names() == null ? "" : ", from " + sources);
  }
}
