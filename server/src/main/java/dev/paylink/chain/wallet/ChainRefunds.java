package dev.paylink.chain.wallet;

import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Prices;
import dev.paylink.chain.evm.RefundTerms;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenCalls;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Quorum;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.money.AddressFault;
import dev.paylink.money.Bytes32;
import dev.paylink.money.Chains;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.Unavailable;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.language.Message;
import dev.paylink.settlement.apply.SettlementError;
import dev.paylink.settlement.refund.Refund;
import dev.paylink.settlement.refund.RefundNetwork;
import dev.paylink.settlement.refund.RefundStatus;
import dev.paylink.settlement.refund.RefundSteps;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * The configured chains, as refunds are paid on them. The contract gives back a part of a payment
 * that it took. Any other refund is a payment of the contract the other way: from the merchant's
 * wallet to the customer, under the refund's own id.
 *
 * <p>How a refund is paid is not stored: it is the one way whose terms hash to its ref.
 */
public final class ChainRefunds implements RefundNetwork {
  private final Jdbi jdbi;
  private final List<ChainConfig> chains;
  private final Map<Deployment, Quorum> sources;
  private final Predicate<ChainConfig> isChecked;
  private final RefQueries refs = new RefQueries();

  public ChainRefunds(
      Jdbi jdbi,
      List<ChainConfig> chains,
      Map<Deployment, Quorum> sources,
      Predicate<ChainConfig> isChecked) {
    this.jdbi = jdbi;
    this.chains = chains;
    this.sources = sources;
    this.isChecked = isChecked;
  }

  /** How a contract pays a refund. */
  public sealed interface Way {
    Bytes32 ref();

    /** Returns what moves from the merchant to the customer. */
    Terms transfer();
  }

  /** A payment of its own. */
  public record Pay(Terms transfer) implements Way {
    @Override
    public Bytes32 ref() {
      return transfer.ref();
    }
  }

  /** A part of a payment, which the contract gives back. */
  public record GiveBack(RefundTerms terms) implements Way {
    @Override
    public Bytes32 ref() {
      return terms.ref();
    }

    @Override
    public Terms transfer() {
      return terms.transfer();
    }
  }

  /** Returns how a refund is paid; null if it has no address, or nothing hashes to its ref. */
  public @Nullable Way way(Refund refund) {
    Refund.Payable payable = refund.payable();
    if (payable == null) {
      return null;
    }
    Deployment deployment = new Deployment(refund.chainId(), payable.contract());
    EvmAddress to = payable.to();
    Prices.Price price = new Prices.Price(refund.token(), refund.tokenAddress(), refund.units());
    List<Way> ways = new ArrayList<>();
    ways.add(
        new Pay(Terms.single(deployment, Terms.idOf(refund.id()), to, price, refund.deadline())));
    for (RefQueries.Stored paid : paid(refund)) {
      Terms payment = paid.terms(refund.paymentId(), refund.tokenAddress());
      if (payment != null && paid.deployment().equals(deployment)) {
        ways.add(
            new GiveBack(
                new RefundTerms(
                    payment, Terms.idOf(refund.id()), to, refund.units(), refund.deadline())));
      }
    }
    return ways.stream().filter(way -> way.ref().equals(payable.ref())).findFirst().orElse(null);
  }

  private List<RefQueries.Stored> paid(Refund refund) {
    return jdbi.withHandle(
        handle -> refs.onChain(handle, refund.merchantId(), refund.paymentId(), refund.chainId()));
  }

  @Override
  public @Nullable Place place(long chainId, String symbol) {
    for (ChainConfig chain : chains) {
      for (Token token : chain.tokens()) {
        if (chain.deployment().chainId() == chainId && token.symbol().equals(symbol)) {
          if (!isChecked.test(chain)) {
            throw new Unavailable(chain.label() + " does not answer", null);
          }
          return new OneToken(
              chain, token, Objects.requireNonNull(sources.get(chain.deployment())));
        }
      }
    }
    return null;
  }

  private final class OneToken implements Place {
    private final ChainConfig chain;
    private final Token token;
    private final Quorum source;

    OneToken(ChainConfig chain, Token token, Quorum source) {
      this.chain = chain;
      this.token = token;
      this.source = source;
    }

    @Override
    public long chainId() {
      return chain.deployment().chainId();
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
      return Payees.fault(chains, address);
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
    public Refund.Payable destination(Handle handle, Wanted wanted, List<Refund> others) {
      Bytes32 id = Terms.idOf(wanted.id());
      for (RefQueries.Stored paid :
          refs.onChain(handle, wanted.merchant(), wanted.payment(), chainId())) {
        Terms payment = paid.terms(wanted.payment(), token.address());
        if (payment != null
            && token.symbol().equals(paid.paidIn())
            && sources.containsKey(paid.deployment())
            && wanted.units().compareTo(left(payment, others)) <= 0) {
          return new Refund.Payable(
              wanted.to(), paid.deployment().contract(), RefundTerms.refOf(payment.ref(), id));
        }
      }
      Prices.Price price = new Prices.Price(token.symbol(), token.address(), wanted.units());
      Terms own = Terms.single(chain.deployment(), id, wanted.to(), price, wanted.deadline());
      return new Refund.Payable(wanted.to(), chain.deployment().contract(), own.ref());
    }

    /** Returns what the contract can still give back of the payment, when all others are paid. */
    private static BigInteger left(Terms payment, List<Refund> others) {
      Bytes32 ref = payment.ref();
      return others.stream()
          .filter(other -> other.open() || other.status() == RefundStatus.settled)
          .filter(
              other ->
                  other.destination() instanceof Refund.Payable payable
                      && payable.ref().equals(RefundTerms.refOf(ref, Terms.idOf(other.id()))))
          .map(Refund::units)
          .reduce(payment.amount(), BigInteger::subtract);
    }

    @Override
    public @Nullable EvmAddress onlySender(Refund refund) {
      return known(refund) instanceof GiveBack part ? part.terms().payment().payee() : null;
    }

    @Override
    public RefundSteps steps(Refund refund, EvmAddress sender) {
      Way way = known(refund);
      Terms transfer = way.transfer();
      boolean coin = transfer.token().equals(EvmAddress.ZERO);
      return new RefundSteps(
          refund,
          chain.label(),
          chain.publicRpc(),
          chain.explorer(),
          Chains.coin(refund.chainId()),
          call(ContractCalls.settled(transfer.deployment(), way.ref())),
          coin ? null : call(TokenCalls.balance(transfer, sender)),
          coin ? null : call(TokenCalls.allowance(transfer, sender)),
          coin ? null : call(TokenCalls.approve(transfer)),
          call(
              way instanceof GiveBack part
                  ? ContractCalls.refund(part.terms())
                  : ContractCalls.pay(transfer, transfer.deadline())));
    }

    private Way known(Refund refund) {
      Way way = way(refund);
      if (way == null) {
        throw new Rejection(
            SettlementError.REFUND_NOT_POSSIBLE, Message.of("refund.othercontract", refund.id()));
      }
      return way;
    }

    private static RefundSteps.Call call(WalletCall call) {
      return new RefundSteps.Call(call.to(), call.data(), call.value());
    }
  }
}
