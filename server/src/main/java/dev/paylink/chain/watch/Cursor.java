package dev.paylink.chain.watch;

import dev.paylink.chain.source.Header;
import dev.paylink.money.Bytes32;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The position in a chain up to which every block is read and applied.
 *
 * @param hash null right after the operator set the cursor: any block that the chain has there now
 *     is accepted
 * @param halted why reading has stopped; null while all is well
 */
record Cursor(long number, @Nullable Bytes32 hash, Instant time, @Nullable String halted) {
  static Cursor at(Header header) {
    return new Cursor(header.number(), header.hash(), header.time(), null);
  }
}
