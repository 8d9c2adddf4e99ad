package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Bytes32;
import dev.paylink.chain.source.Header;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Everything up to this block is read and applied.
 *
 * @param hash null right after the operator set the cursor: whatever the chain has there now
 * @param halted why nothing is read any more; null while all is well
 */
record Cursor(long number, @Nullable Bytes32 hash, Instant time, @Nullable String halted) {
  static Cursor at(Header header) {
    return new Cursor(header.number(), header.hash(), header.time(), null);
  }
}
