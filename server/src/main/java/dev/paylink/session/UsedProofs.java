package dev.paylink.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.paylink.platform.Unavailable;
import java.time.Duration;

/** Remembers used proofs for as long as they could be used again. */
interface UsedProofs {
  /**
   * A proof dated at the far end of the window ahead is valid until the end of the window behind.
   */
  Duration REMEMBERED = ProofVerifier.WINDOW.multipliedBy(2);

  /** Returns true to the first caller with this proof, false to all later ones. */
  boolean claim(Proof proof);

  /**
   * Used proofs in memory. When it is full, new proofs are refused with a 503 until old ones
   * expire: forgetting one early would let it be used twice. A token's own limit keeps one client
   * from filling it.
   */
  final class Local implements UsedProofs {
    /** About 75 MB; enough for more than 4000 polls a second, all the time. */
    static final int MAX = 500_000;

    private final int most;
    private final Cache<String, Boolean> used;

    Local() {
      this(MAX, Ticker.systemTicker());
    }

    Local(int most, Ticker ticker) {
      this.most = most;
      this.used = Caffeine.newBuilder().expireAfterWrite(REMEMBERED).ticker(ticker).build();
    }

    @Override
    public boolean claim(Proof proof) {
      if (isFull()) {
        throw new Unavailable("too many DPoP proofs within their window", null);
      }
      return used.asMap().putIfAbsent(proof.id(), Boolean.TRUE) == null;
    }

    private boolean isFull() {
      if (used.estimatedSize() < most) {
        return false;
      }
      used.cleanUp();
      return used.estimatedSize() >= most;
    }
  }
}
