package dev.paylink.chain.source;

import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;

/** A token's log of one plain transfer. */
public record TransferLog(
    long blockNumber,
    Bytes32 blockHash,
    Bytes32 transaction,
    long logIndex,
    EvmAddress token,
    EvmAddress from,
    EvmAddress to,
    BigInteger units) {}
