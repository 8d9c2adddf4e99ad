package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenCalls;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Quorum;
import dev.paylink.checkout.wallet.Chains;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.ids.RefundId;
import dev.paylink.money.AddressFault;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.Unavailable;
import dev.paylink.settlement.refund.Refund;
import dev.paylink.settlement.refund.RefundNetwork;
import dev.paylink.settlement.refund.RefundSteps;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The configured chains, as refunds are paid on them. A refund is a payment of the settlement
 * contract the other way: from the merchant's wallet to the customer, under the refund's own id.
 */
public final class ChainRefunds implements RefundNetwork {
  private final List<ChainConfig> chains;
  private final Map<Deployment, Quorum> sources;
  private final Predicate<ChainConfig> isOffered;

  /**
   * @param isOffered tells whether the contracts of a chain were checked
   */
  public ChainRefunds(
      List<ChainConfig> chains, Map<Deployment, Quorum> sources, Predicate<ChainConfig> isOffered) {
    this.chains = chains;
    this.sources = sources;
    this.isOffered = isOffered;
  }

  /** Returns the terms under which the contract pays a refund. */
  public static Terms terms(Refund refund) {
    return new Terms(
        new Deployment(refund.chainId(), refund.contract()),
        Terms.idOf(refund.id()),
        EvmAddress.of(Objects.requireNonNull(refund.to())),
        refund.tokenAddress(),
        refund.units(),
        refund.deadline());
  }

  @Override
  public @Nullable Place place(long chainId, String symbol) {
    for (ChainConfig chain : chains) {
      for (Token token : chain.tokens()) {
        if (chain.deployment().chainId() == chainId && token.symbol().equals(symbol)) {
          if (!isOffered.test(chain)) {
            throw new Unavailable(chain.label() + " does not answer", null);
          }
          return new OneToken(
              chain, token, Objects.requireNonNull(sources.get(chain.deployment())));
        }
      }
    }
    return null;
  }

  private record OneToken(ChainConfig chain, Token token, Quorum source) implements Place {
    @Override
    public long chainId() {
      return chain.deployment().chainId();
    }

    @Override
    public EvmAddress contract() {
      return chain.deployment().contract();
    }

    @Override
    public EvmAddress tokenAddress() {
      return token.address();
    }

    @Override
    public @Nullable BigInteger units(BigDecimal amount) {
      return token.units(amount);
    }

    @Override
    public String chainName() {
      return chain.label();
    }

    @Override
    public @Nullable AddressFault fault(EvmAddress address) {
      if (address.equals(contract())) {
        return AddressFault.contract;
      }
      if (address.equals(chain.deposits())) {
        return AddressFault.factory;
      }
      return chain.tokens().stream().anyMatch(other -> other.address().equals(address))
          ? AddressFault.token
          : null;
    }

    @Override
    public boolean isContract(EvmAddress address) {
      try {
        return source.hasCode(address);
      } catch (ChainUnavailable e) {
        throw new Unavailable(chain.label() + " does not answer", e);
      }
    }

    @Override
    public RefundSteps steps(Refund refund, EvmAddress sender) {
      Terms terms = terms(refund);
      boolean coin = terms.token().equals(EvmAddress.ZERO);
      return new RefundSteps(
          refund,
          chain.label(),
          chain.publicRpc(),
          chain.explorer(),
          Chains.coin(refund.chainId()),
          call(ContractCalls.settled(terms.deployment(), terms.ref())),
          coin ? null : call(TokenCalls.balance(terms, sender)),
          coin ? null : call(TokenCalls.allowance(terms, sender)),
          coin ? null : call(TokenCalls.approve(terms)),
          call(ContractCalls.pay(terms)));
    }

    private static RefundSteps.Call call(WalletCall call) {
      return new RefundSteps.Call(call.to(), call.data(), call.value());
    }

    @Override
    public String ref(RefundId id, EvmAddress payee, BigInteger units, long deadline) {
      return new Terms(chain.deployment(), Terms.idOf(id), payee, token.address(), units, deadline)
          .ref()
          .hex();
    }
  }
}
