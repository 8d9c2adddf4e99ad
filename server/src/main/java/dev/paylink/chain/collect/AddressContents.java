package dev.paylink.chain.collect;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.FactoryCalls;
import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Quorum;
import dev.paylink.chain.source.TooManyLogs;
import dev.paylink.checkout.wallet.CollectableMoney.Batch;
import dev.paylink.checkout.wallet.CollectableMoney.Item;
import dev.paylink.checkout.wallet.CollectableMoney.Page;
import dev.paylink.checkout.wallet.CollectableMoney.State;
import dev.paylink.checkout.wallet.WalletCall;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Chains;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds everything held at the address of one payment, as one node reports it: listed tokens, the
 * chain's own coin, and tokens that nobody listed, as far as the newest blocks tell of them. Tokens
 * that are not listed are named by their addresses and collected one by one: whatever they do, they
 * keep nothing else from being collected.
 */
final class AddressContents {
  private static final int COIN_DECIMALS = 18;

  /** Questions for logs of the newest blocks. */
  private static final int MAX_QUESTIONS = 20;

  private final List<ChainConfig> chains;
  private final Map<Deployment, Quorum> sources;

  AddressContents(List<ChainConfig> chains, Map<Deployment, Quorum> sources) {
    this.chains = chains;
    this.sources = sources;
  }

  private record Found(Token token, boolean listed) {}

  Page of(PaymentId payment, List<CollectQueries.At> addresses) {
    List<Item> items = new ArrayList<>();
    List<Batch> batches = new ArrayList<>();
    for (CollectQueries.At at : addresses) {
      for (ChainConfig chain : chains) {
        if (isOf(chain, payment, at)) {
          look(chain, payment, at, items, batches);
          break;
        }
      }
    }
    return new Page(items, batches, null);
  }

  private static boolean isOf(ChainConfig chain, PaymentId payment, CollectQueries.At at) {
    EvmAddress factory = chain.factory();
    return factory != null
        && !chain.rpc().isEmpty()
        && chain.deployment().chainId() == at.chainId()
        && TransferAddresses.of(
                factory, EvmAddress.of(at.payee()), TransferAddresses.refOf(payment))
            .equals(EvmAddress.of(at.address()));
  }

  private void look(
      ChainConfig chain,
      PaymentId payment,
      CollectQueries.At at,
      List<Item> items,
      List<Batch> batches) {
    Quorum quorum = Objects.requireNonNull(sources.get(chain.deployment()));
    try {
      List<Found> tokens = tokens(chain, quorum, EvmAddress.of(at.address()));
      List<Place> places =
          tokens.stream()
              .map(
                  it ->
                      new Place(
                          EvmAddress.of(at.payee()),
                          TransferAddresses.refOf(payment),
                          it.token.address()))
              .toList();
      List<Optional<BigInteger>> held = quorum.heldNow(places);
      List<Place> together = new ArrayList<>();
      for (int i = 0; i < places.size(); i++) {
        BigInteger units = held.get(i).orElse(BigInteger.ZERO);
        if (units.signum() > 0) {
          items.add(item(chain, payment, at, tokens.get(i).token, units));
          if (tokens.get(i).listed) {
            together.add(places.get(i));
          } else {
            batches.add(batch(chain, List.of(places.get(i))));
          }
        }
      }
      if (!together.isEmpty()) {
        batches.addFirst(batch(chain, together));
      }
    } catch (ChainUnavailable e) {
      items.add(
          new Item(
              payment,
              at.chainId(),
              chain.label(),
              Chains.coin(at.chainId()),
              EvmAddress.ZERO,
              EvmAddress.of(at.address()),
              at.payee(),
              BigDecimal.ZERO,
              State.unknown));
    }
  }

  private static List<Found> tokens(ChainConfig chain, Quorum quorum, EvmAddress address) {
    List<Found> all = new ArrayList<>();
    chain.tokens().forEach(token -> all.add(new Found(token, true)));
    if (chain.tokens().stream().noneMatch(Token::isCoin)) {
      String coin = Chains.coin(chain.deployment().chainId());
      all.add(new Found(Token.coin(coin, COIN_DECIMALS), true));
    }
    long last = quorum.head();
    for (int i = 0; i < MAX_QUESTIONS && last >= chain.startBlock(); i++) {
      long from = Math.max(chain.startBlock(), last - chain.logRange() + 1);
      sent(quorum, address, from, last)
          .forEach(
              (token, decimals) -> {
                if (all.stream().noneMatch(it -> it.token.address().equals(token))) {
                  String name = token.toString();
                  all.add(new Found(new Token(name, token, decimals, false, false, null), false));
                }
              });
      last = from - 1;
    }
    return all;
  }

  private static Map<EvmAddress, Integer> sent(
      Quorum quorum, EvmAddress address, long from, long last) {
    try {
      return quorum.tokensSentTo(address, from, last);
    } catch (TooManyLogs e) {
      return Map.of(); // somebody has sent very much: nobody can list all of it
    }
  }

  private static Item item(
      ChainConfig chain, PaymentId payment, CollectQueries.At at, Token token, BigInteger units) {
    return new Item(
        payment,
        at.chainId(),
        chain.label(),
        token.symbol(),
        token.address(),
        EvmAddress.of(at.address()),
        at.payee(),
        new BigDecimal(units, token.decimals()),
        State.held);
  }

  static Batch batch(ChainConfig chain, List<Place> places) {
    return new Batch(
        chain.deployment().chainId(),
        chain.label(),
        chain.publicRpc(),
        chain.explorer(),
        WalletCall.of(
            Objects.requireNonNull(chain.factory()).toString(), FactoryCalls.sweepAll(places)),
        places.size());
  }
}
