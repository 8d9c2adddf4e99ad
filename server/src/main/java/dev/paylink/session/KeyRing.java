package dev.paylink.session;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSASigner;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keys at one moment: one that signs, and all that verify, by id. */
record KeyRing(String signingId, JWSSigner signer, Map<String, JWSVerifier> verifiers) {
  /** A key signs only when it is older than this, so that every node knows it by then. */
  static final Duration SPREAD = Duration.ofMinutes(1);

  /** Makes a ring of keys in the order of the store, youngest first. */
  static KeyRing of(List<SessionKeyStore.Key> keys) {
    SessionKeyStore.Key signing =
        keys.stream()
            .filter(key -> key.age().compareTo(SPREAD) > 0)
            .findFirst()
            .orElse(keys.getLast()); // all are young: the oldest has spread farthest
    try {
      Map<String, JWSVerifier> verifiers = new HashMap<>();
      for (SessionKeyStore.Key key : keys) {
        verifiers.put(key.pair().getKeyID(), Es256.verifier(key.pair()));
      }
      return new KeyRing(
          signing.pair().getKeyID(), new ECDSASigner(signing.pair()), Map.copyOf(verifiers));
    } catch (JOSEException e) {
      throw new IllegalStateException("a session key is not usable", e);
    }
  }
}
