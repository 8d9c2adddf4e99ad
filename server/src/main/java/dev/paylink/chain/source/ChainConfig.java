package dev.paylink.chain.source;

import dev.paylink.chain.evm.AddressFactory;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.money.EvmAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chain as the operator configured it.
 *
 * @param label the name that payers read
 * @param rpc nodes, asked in this order
 * @param quorum how many nodes must agree; null if the operator did not set it
 * @param early when small amounts may be confirmed before they are final; null if never
 * @param logRange blocks per question for logs
 * @param startBlock the first block that can contain a settlement
 * @param publicRpc a node that may be given to wallets
 * @param explorer without a trailing slash
 * @param factory the factory of transfer addresses; null if payers cannot pay by plain transfer
 */
public record ChainConfig(
    String name,
    String label,
    Deployment deployment,
    List<URI> rpc,
    @Nullable Integer quorum,
    Finality finality,
    @Nullable Finality early,
    int logRange,
    Duration poll,
    long startBlock,
    @Nullable String publicRpc,
    @Nullable String explorer,
    List<Token> tokens,
    @Nullable EvmAddress factory) {

  /** Returns how many nodes must agree on anything that changes a payment. */
  public int agreeing() {
    return quorum != null ? quorum : Math.clamp(rpc.size(), 1, 2);
  }

  /** Returns the factory, as its addresses are stored. */
  public AddressFactory addressFactory() {
    return AddressFactory.of(deployment.chainId(), factory);
  }

  /** Tells whether one node decides alone although the operator did not allow that explicitly. */
  public boolean isTrusting() {
    return quorum == null && rpc.size() == 1;
  }
}
