package dev.paylink.credential;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The scopes of one key. A key without a list has all that are implied, those of later versions
 * included. Every call is checked, so the set is one of bits.
 */
public final class KeyScopes {
  public static final KeyScopes ALL = new KeyScopes(implied(), false);

  private final Set<KeyScope> scopes;
  private final boolean listed;

  private KeyScopes(Set<KeyScope> scopes, boolean listed) {
    this.scopes = Collections.unmodifiableSet(scopes);
    this.listed = listed;
  }

  private static Set<KeyScope> implied() {
    Set<KeyScope> implied = EnumSet.allOf(KeyScope.class);
    implied.removeIf(scope -> !scope.isImplied());
    return implied;
  }

  static KeyScopes of(Set<KeyScope> scopes) {
    return new KeyScopes(scopes, true);
  }

  /** Reads what {@link #names} wrote. A name that this version does not know allows nothing. */
  static KeyScopes ofNames(String @Nullable [] names) {
    if (names == null) {
      return ALL;
    }
    Set<KeyScope> scopes = EnumSet.noneOf(KeyScope.class);
    for (String name : names) {
      KeyScope scope = KeyScope.parse(name);
      if (scope != null) {
        scopes.add(scope);
      }
    }
    return of(scopes);
  }

  public boolean includes(KeyScope scope) {
    return scopes.contains(scope);
  }

  /** Returns the names in the order of the documentation; null if there is no list. */
  public @Nullable List<String> names() {
    return listed ? scopes.stream().map(KeyScope::text).toList() : null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyScopes that && listed == that.listed && scopes.equals(that.scopes);
  }

  @Override
  public int hashCode() {
    return scopes.hashCode();
  }
}
