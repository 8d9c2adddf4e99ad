package dev.paylink.chain.source;

import dev.paylink.money.Bytes32;
import java.time.Instant;

/** The header of a block: its position in the chain, its parent and its time. */
public record Header(long number, Bytes32 hash, Bytes32 parent, Instant time) {}
