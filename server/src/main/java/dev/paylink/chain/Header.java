package dev.paylink.chain;

import java.time.Instant;

/** A block's place in its chain. */
record Header(long number, Bytes32 hash, Bytes32 parent, Instant time) {}
