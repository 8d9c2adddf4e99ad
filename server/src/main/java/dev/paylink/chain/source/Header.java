package dev.paylink.chain.source;

import dev.paylink.chain.evm.Bytes32;
import java.time.Instant;

/** A block's place in its chain. */
public record Header(long number, Bytes32 hash, Bytes32 parent, Instant time) {}
