package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.money.Networks;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OnChainProofTest {
  @Test
  void tells_what_was_stored() {
    OnChainProof proof =
        OnChainProof.of("{\"chainId\":8453,\"blockNumber\":7,\"amount\":\"1.50\"}", Networks.USUAL);
    assertThat(proof.chain()).isEqualTo("Base (8453)");
    assertThat(proof.block()).isEqualTo("7");
    assertThat(proof.amount()).isEqualTo("1.50");
  }

  @Test
  void network_has_the_name_in_the_settings() {
    Networks networks = new Networks(Map.of(8453L, "Our Base"));
    assertThat(OnChainProof.of("{\"chainId\":8453}", networks).chain())
        .isEqualTo("Our Base (8453)");
    assertThat(OnChainProof.of("{\"chainId\":10}", networks).chain()).isEqualTo("OP Mainnet (10)");
  }

  @Test
  void network_without_a_name_in_the_settings_is_named_as_on_other_pages() {
    assertThat(OnChainProof.of("{\"chainId\":31337}", Networks.USUAL).chain())
        .isEqualTo(Networks.USUAL.label(31337) + " (31337)");
    assertThat(OnChainProof.of("{\"chainId\":5}", Networks.USUAL).chain())
        .isEqualTo(Networks.USUAL.label(5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"unheard\":[1,{\"of\":null}]}",
        "{\"chainId\":\"8453\",\"blockNumber\":-1,\"hash\":7,\"amount\":true,\"token\":null}",
      })
  void what_has_another_shape_is_left_out(String stored) {
    assertThat(OnChainProof.of(stored, Networks.USUAL))
        .isEqualTo(OnChainProof.of(null, Networks.USUAL));
  }
}
