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
 * @param rpc nodes, asked in this order
 * @param quorum how many nodes must agree; null when the operator left it to us
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
    @Nullable Integer quorum,
    Finality finality,
    int logRange,
    Duration poll,
    long startBlock,
    @Nullable String publicRpc,
    @Nullable String explorer,
    List<Token> tokens) {

  /** How many nodes must agree on what changes a payment. */
  public int agreeing() {
    return quorum != null ? quorum : Math.clamp(rpc.size(), 1, 2);
  }

  /** True when one node decides alone and the operator did not say that it may. */
  public boolean isTrusting() {
    return quorum == null && rpc.size() == 1;
  }
}
