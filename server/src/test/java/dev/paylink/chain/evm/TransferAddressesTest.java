package dev.paylink.chain.evm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.ids.PaymentId;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.testing.DevChain;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Addresses that are computed here are those of the contract, on a real chain. */
final class TransferAddressesTest {
  private static final int PAYMENTS = 3000;

  @AutoClose private static final DevChain chain = DevChain.start();
  private static final EvmAddress factory = EvmAddress.of(chain.factory());

  @Test
  void factory_computes_the_same_addresses_for_thousands_of_random_payments() {
    Random random = new Random(19); // the same ones in every run
    List<String> questions = new ArrayList<>();
    List<EvmAddress> expected = new ArrayList<>();
    for (int i = 0; i < PAYMENTS; i++) {
      byte[] payee = new byte[EvmAddress.SIZE];
      random.nextBytes(payee);
      EvmAddress to = EvmAddress.of(payee);
      Bytes32 ref =
          TransferAddresses.refOf(new PaymentId(new UUID(random.nextLong(), random.nextLong())));
      questions.add(FactoryCalls.addressOf(to, ref));
      expected.add(TransferAddresses.of(factory, to, ref));
    }
    assertThat(chain.viewAll(factory.hex(), questions))
        .map(answer -> Abi.address(HexFormat.of().parseHex(answer, 2, answer.length()), 0))
        .isEqualTo(expected);
    assertThat(Set.copyOf(expected)).hasSize(PAYMENTS);
  }

  @Test
  void implementation_is_the_first_contract_that_the_factory_made() {
    String answer =
        chain
            .call("eth_getCode", TransferAddresses.implementation(factory).hex(), "latest")
            .asString();
    assertThat(answer.length()).isGreaterThan(2);
  }

  @Test
  void address_is_its_own_for_each_payment_payee_and_factory() {
    PaymentId payment = new PaymentId(UUID.fromString("0190163d-8694-739b-afd1-e2b3c4d5e6f7"));
    PaymentId other = new PaymentId(UUID.fromString("0190163d-8694-739b-afd1-e2b3c4d5e6f8"));
    EvmAddress payee = EvmAddress.of(chain.payer());
    EvmAddress another = EvmAddress.of(chain.others().getFirst());
    Bytes32 ref = TransferAddresses.refOf(payment);
    Set<EvmAddress> all =
        new HashSet<>(
            List.of(
                TransferAddresses.of(factory, payee, ref),
                TransferAddresses.of(factory, payee, TransferAddresses.refOf(other)),
                TransferAddresses.of(factory, another, ref),
                TransferAddresses.of(EvmAddress.of(chain.settlement()), payee, ref)));
    assertThat(all).hasSize(4);
    assertThat(TransferAddresses.of(factory, payee, TransferAddresses.refOf(payment)))
        .isEqualTo(TransferAddresses.of(factory, payee, ref));
  }

  @Test
  void money_is_found_and_swept_with_our_calls_and_goes_to_the_payee() {
    EvmAddress payee = EvmAddress.of(chain.others().get(5));
    EvmAddress dollar = EvmAddress.of(chain.token());
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < FactoryCalls.MAX_PLACES; i++) {
      Bytes32 ref = TransferAddresses.refOf(new PaymentId(new UUID(7, i)));
      places.add(new Place(payee, ref, i == 0 ? EvmAddress.ZERO : dollar));
    }
    String first = TransferAddresses.of(factory, payee, places.getFirst().ref()).hex();
    chain.call("eth_sendTransaction", Map.of("from", chain.payer(), "to", first, "value", "0x5"));
    EvmAddress second = TransferAddresses.of(factory, payee, places.get(1).ref());
    transfer(second, 7);
    assertThat(held(places)).startsWith(BigInteger.valueOf(5), BigInteger.valueOf(7));
    assertThat(held(places).stream().reduce(BigInteger.ZERO, BigInteger::add)).isEqualTo(12);
    chain.call(
        "eth_sendTransaction",
        Map.of(
            "from",
            chain.payer(),
            "to",
            factory.hex(),
            "data",
            FactoryCalls.sweepAll(places.subList(0, 2))));
    assertThat(held(places)).containsOnly(BigInteger.ZERO);
    assertThat(balance(payee)).isEqualTo(7);
  }

  @Test
  void answer_that_is_not_an_amount_for_each_place_is_refused() {
    byte[] two = Abi.concat(Abi.word(32), Abi.word(2), Abi.word(3), Abi.word(4));
    assertThat(FactoryCalls.amounts(two, 2)).containsExactly(big(3), big(4));
    for (byte[] wrong :
        List.of(
            new byte[0],
            Arrays.copyOf(two, two.length - 1),
            Arrays.copyOf(two, two.length + Bytes32.SIZE),
            Abi.concat(Abi.word(64), Abi.word(2), Abi.word(3), Abi.word(4)),
            Abi.concat(Abi.word(32), Abi.word(1), Abi.word(3), Abi.word(4)))) {
      assertThatThrownBy(() -> FactoryCalls.amounts(wrong, 2))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void no_more_places_are_asked_for_than_fit() {
    Place place =
        new Place(factory, TransferAddresses.refOf(new PaymentId(new UUID(1, 1))), factory);
    List<Place> all = Collections.nCopies(FactoryCalls.MAX_PLACES + 1, place);
    assertThatThrownBy(() -> FactoryCalls.held(all)).isInstanceOf(IllegalArgumentException.class);
  }

  private static void transfer(EvmAddress to, long amount) {
    chain.call(
        "eth_sendTransaction",
        Map.of(
            "from",
            chain.payer(),
            "to",
            chain.token(),
            "data",
            Abi.call("0xa9059cbb", Abi.word(to), Abi.word(amount))));
  }

  private static List<BigInteger> held(List<Place> places) {
    return FactoryCalls.amounts(
        bytes(view(factory.hex(), FactoryCalls.held(places))), places.size());
  }

  private static BigInteger balance(EvmAddress account) {
    return Abi.number(
        bytes(view(chain.token(), Abi.call(TokenCalls.BALANCE_OF, Abi.word(account)))), 0);
  }

  private static String view(String to, String data) {
    return chain.viewAll(to, List.of(data)).getFirst();
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex, 2, hex.length());
  }

  private static BigInteger big(long number) {
    return BigInteger.valueOf(number);
  }
}
