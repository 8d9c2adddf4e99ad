package dev.paylink.credential;

import dev.paylink.platform.http.IpRange;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that a key may be used from. Two are equal if they name the same ranges in the same
 * words. Without a list a key works from everywhere.
 */
public final class AllowedSources {
  public static final AllowedSources ANY = new AllowedSources(null);

  private final @Nullable List<String> names;
  private final List<IpRange> ranges;

  private AllowedSources(@Nullable List<String> names) {
    this.names = names;
    this.ranges = names == null ? List.of() : names.stream().map(AllowedSources::range).toList();
  }

  /** Returns the sources of a list; the texts must be ranges, and null means everywhere. */
  static AllowedSources of(@Nullable List<String> names) {
    return names == null ? ANY : new AllowedSources(List.copyOf(names));
  }

  static AllowedSources ofNames(String @Nullable [] names) {
    return of(names == null ? null : List.of(names));
  }

  /** Returns whether a request from this address may use the key. */
  boolean permit(String source) {
    return names == null || ranges.stream().anyMatch(range -> range.contains(source));
  }

  /** Returns the ranges as they were given; null if there is no list. */
  public @Nullable List<String> names() {
    return names;
  }

  private static IpRange range(String name) {
    return Objects.requireNonNull(IpRange.parse(name), name);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AllowedSources that && Objects.equals(names, that.names);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(names);
  }

  @Override
  public String toString() {
    return names == null ? "any" : String.join(", ", names);
  }
}
