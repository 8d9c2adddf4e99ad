package dev.paylink.chain.source;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chain as the operator configured it.
 *
 * @param label what payers read
 * @param rpc nodes, asked in this order until one answers
 * @param logRange blocks per question for logs
 * @param startBlock the first block that can hold a settlement
 * @param publicRpc a node that wallets may be told of
 * @param explorer without a slash at its end
 */
public record ChainConfig(
    String name,
    String label,
    Deployment deployment,
    List<URI> rpc,
    Finality finality,
    int logRange,
    Duration poll,
    long startBlock,
    @Nullable String publicRpc,
    @Nullable String explorer,
    List<Token> tokens) {}
