package dev.paylink.chain.evm;

import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.nio.charset.StandardCharsets;

/** The name and version under which a token signs. Its explorer page may show others. */
public record TokenDomain(String name, String version) {
  private static final String TYPE =
      "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)";

  /**
   * Returns the value that {@code DOMAIN_SEPARATOR()} of the token has under this name and version.
   */
  public Bytes32 separator(long chainId, EvmAddress token) {
    return Bytes32.of(
        Keccak.hash256(
            Abi.concat(hash(TYPE), hash(name), hash(version), Abi.word(chainId), Abi.word(token))));
  }

  private static byte[] hash(String text) {
    return Keccak.hash256(text.getBytes(StandardCharsets.UTF_8));
  }
}
