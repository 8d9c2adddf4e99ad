package dev.paylink.chain.rpc;

import dev.paylink.chain.evm.FactoryCalls;
import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Asks a factory for the balances of many places in one call. Where the factory refuses, it is
 * asked for fewer, until only the places that it refuses are left: those are empty.
 *
 * @param block the state of exactly this block; null for now
 */
record HeldQuestion(JsonRpc rpc, EvmAddress factory, @Nullable Bytes32 block) {
  List<Optional<BigInteger>> ask(List<Place> places) {
    List<Optional<BigInteger>> all = new ArrayList<>();
    for (int i = 0; i < places.size(); i += FactoryCalls.MAX_PLACES) {
      all.addAll(askOnce(places.subList(i, Math.min(places.size(), i + FactoryCalls.MAX_PLACES))));
    }
    return all;
  }

  private List<Optional<BigInteger>> askOnce(List<Place> some) {
    try {
      JsonNode answer = rpc.ask("eth_call", EthCall.of(factory, FactoryCalls.held(some), block));
      return RpcValues.amounts(answer, some.size()).stream().map(Optional::of).toList();
    } catch (NodeRefused e) {
      if (!e.isOfContract()) {
        throw e;
      }
      if (some.size() == 1) {
        return List.of(Optional.empty());
      }
      int half = some.size() / 2;
      List<Optional<BigInteger>> both = new ArrayList<>(askOnce(some.subList(0, half)));
      both.addAll(askOnce(some.subList(half, some.size())));
      return List.copyOf(both);
    }
  }
}
