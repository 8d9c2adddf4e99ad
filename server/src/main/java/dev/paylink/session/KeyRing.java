package dev.paylink.session;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.ECKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The keys at one moment: one that signs, and all that verify, by id. What a key needs to sign or
 * verify is made when it does so first: at the start of a node nobody has a session yet.
 */
final class KeyRing {
  /** A key signs only when it is older than this, so that every node knows it by then. */
  static final Duration SPREAD = Duration.ofMinutes(1);

  private final ECKey signing;
  private final Map<String, ECKey> pairs;
  private final Map<String, JWSVerifier> verifiers = new ConcurrentHashMap<>();
  private volatile @Nullable JWSSigner signer;

  private KeyRing(ECKey signing, Map<String, ECKey> pairs) {
    this.signing = signing;
    this.pairs = pairs;
  }

  /** Makes a ring of keys in the order of the store, youngest first. */
  static KeyRing of(List<SessionKeyStore.Key> keys) {
    SessionKeyStore.Key signing =
        keys.stream()
            .filter(key -> key.age().compareTo(SPREAD) > 0)
            .findFirst()
            .orElse(keys.getLast()); // all are young: the oldest has spread farthest
    return new KeyRing(
        signing.pair(),
        keys.stream()
            .map(SessionKeyStore.Key::pair)
            .collect(Collectors.toUnmodifiableMap(ECKey::getKeyID, pair -> pair)));
  }

  /** Returns the ids of all keys. */
  Set<String> ids() {
    return pairs.keySet();
  }

  String signingId() {
    return signing.getKeyID();
  }

  JWSSigner signer() {
    JWSSigner known = signer;
    if (known == null) {
      try {
        known = new ECDSASigner(signing);
      } catch (JOSEException e) {
        throw unusable(e);
      }
      signer = known;
    }
    return known;
  }

  /** Returns the verifier of this key, or null if there is no such key. */
  @Nullable JWSVerifier verifier(String kid) {
    ECKey pair = pairs.get(kid);
    return pair == null ? null : verifiers.computeIfAbsent(kid, id -> newVerifier(pair));
  }

  private static JWSVerifier newVerifier(ECKey pair) {
    try {
      return Es256.verifier(pair);
    } catch (JOSEException e) {
      throw unusable(e);
    }
  }

  private static IllegalStateException unusable(JOSEException e) {
    return new IllegalStateException("a session key is not usable", e);
  }
}
