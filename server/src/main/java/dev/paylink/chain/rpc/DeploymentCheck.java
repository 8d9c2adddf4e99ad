package dev.paylink.chain.rpc;

import dev.paylink.chain.evm.Abi;
import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.FactoryCalls;
import dev.paylink.chain.evm.Prices;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenCalls;
import dev.paylink.chain.evm.TokenDomain;
import dev.paylink.chain.evm.TransferAddresses;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Compares the contracts at the configured addresses, as a node sees them, with the configuration.
 * If a token had other decimals than configured, the payer would pay another sum than asked for.
 */
final class DeploymentCheck {
  /**
   * The Keccak-256 hash of the settlement contract's code. Any contract can make the same refs;
   * only this code is known to move the money that its event tells of.
   */
  private static final Bytes32 CONTRACT_CODE =
      new Bytes32("0xdac4b5f96ceaa8d9ef2b9fe17d29b23fe2ac825a6d003f5d4349da0ef09d340c");

  /**
   * The same of the factory of transfer addresses, and of the contract that it creates first, on
   * which all addresses depend; with zeros where their code has their own two addresses.
   */
  private static final Bytes32 FACTORY_CODE =
      new Bytes32("0xd943a65c4ec9186aaef439e890060b2a88d88a76e93ecde7085bf969ef82e525");

  private static final Bytes32 IMPLEMENTATION_CODE =
      new Bytes32("0x2a8f7ed57767b81d1756f68bf0aa66ad878f3851e865123524153fc589101c90");

  private static final int WORD = 32;
  private static final int MAX_NAME = 64;

  private final ChainConfig chain;
  private final JsonRpc rpc;
  private final List<String> faults = new ArrayList<>();

  DeploymentCheck(ChainConfig chain, JsonRpc rpc) {
    this.chain = chain;
    this.rpc = rpc;
  }

  List<String> faults() {
    String prefix = "chain." + chain.name() + ".";
    checkContract(prefix + "contract");
    EvmAddress factory = chain.factory();
    if (factory != null) {
      checkFactory(prefix + "deposits", factory);
    }
    for (Token token : chain.tokens()) {
      String name = prefix + "token." + token.symbol();
      if (!token.isCoin() && code(name, token.address()) != null) {
        check(name, token);
      }
    }
    return List.copyOf(faults);
  }

  private void checkContract(String name) {
    String code = code(name, chain.deployment().contract());
    if (code == null) {
      return;
    }
    if (!makesRefs()) {
      faults.add(name + " is not a settlement contract: refOf() differs");
    } else if (!CONTRACT_CODE.equals(hash(code))) {
      faults.add(
          name
              + " makes refs like PaymentSettlement but has other code; use a deployment of"
              + " contracts/artifact/PaymentSettlement.json");
    }
  }

  private boolean makesRefs() {
    EvmAddress contract = chain.deployment().contract();
    Terms probe =
        Terms.single(
            chain.deployment(),
            Bytes32.of(Abi.word(1)),
            contract,
            new Prices.Price("", EvmAddress.ZERO, BigInteger.ONE),
            1);
    return probe.ref().equals(word(contract, ContractCalls.refOf(probe)));
  }

  private static @Nullable Bytes32 hash(String code) {
    try {
      return Bytes32.of(Keccak.hash256(HexFormat.of().parseHex(code, 2, code.length())));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * Compares an address: at another one than payers are shown, nobody could sweep their money. And
   * compares the code: another factory could answer the same and send the money elsewhere.
   */
  private void checkFactory(String name, EvmAddress factory) {
    EvmAddress implementation = TransferAddresses.implementation(factory);
    String code = code(name, factory);
    if (code == null) {
      return;
    }
    EvmAddress payee = chain.deployment().contract();
    Bytes32 ref = Bytes32.of(Abi.word(1));
    Bytes32 expected = Bytes32.of(Abi.word(TransferAddresses.of(factory, payee, ref)));
    if (!expected.equals(word(factory, FactoryCalls.addressOf(payee, ref)))) {
      faults.add(name + " is not a factory of transfer addresses: addressOf() differs");
    } else if (!FACTORY_CODE.equals(hash(masked(code, factory, implementation)))
        || !IMPLEMENTATION_CODE.equals(
            hash(masked(codeAt(implementation), factory, implementation)))) {
      faults.add(
          name
              + " has other code than we publish; use a deployment of"
              + " contracts/artifact/DepositAddresses.json");
    }
  }

  /** Returns the code with zeros in place of these addresses. */
  private static String masked(String code, EvmAddress... addresses) {
    String masked = code.toLowerCase(Locale.ROOT);
    for (EvmAddress address : addresses) {
      String word = HexFormat.of().formatHex(Abi.word(address));
      masked = masked.replace(word, "0".repeat(word.length()));
    }
    return masked;
  }

  private void check(String name, Token token) {
    Bytes32 decimals = word(token.address(), TokenCalls.DECIMALS);
    if (decimals == null) {
      faults.add(name + " does not answer decimals(): it is not a token");
    } else if (!decimals.equals(Bytes32.of(Abi.word(token.decimals())))) {
      faults.add(
          "%s has %s decimals, not %d"
              .formatted(name, Abi.number(decimals.bytes(), 0), token.decimals()));
    }
    checkPar(name, token);
    TokenDomain domain = token.domain();
    if (domain != null
        && !domain
            .separator(chain.deployment().chainId(), token.address())
            .equals(word(token.address(), TokenCalls.DOMAIN_SEPARATOR))) {
      faults.add(
          "%s does not sign under name=%s, version=%s: DOMAIN_SEPARATOR() differs; correct them, or"
                  .formatted(name, domain.name(), domain.version())
              + " leave out permit and authorization");
    }
  }

  /** Compares what the token calls itself with the currencies that it is taken at par for. */
  private void checkPar(String name, Token token) {
    if (token.currencies().isEmpty()) {
      return;
    }
    String called =
        "%s (%s)"
            .formatted(
                text(token.address(), TokenCalls.NAME), text(token.address(), TokenCalls.SYMBOL));
    for (String code : token.currencies()) {
      if (!called.toUpperCase(Locale.ROOT).contains(code)) {
        faults.add(
            "%s is taken at par for %s, but the token at %s calls itself %s; if that is meant,"
                    .formatted(name, code, token.address(), called)
                + " add par=%s, otherwise correct the address".formatted(code));
      }
    }
  }

  /** Returns what the contract answers as text on one line; empty if it does not know the call. */
  private String text(EvmAddress to, String data) {
    String hex = result(to, data);
    if (!hex.matches("0x([0-9a-fA-F]{2})+")) {
      return "";
    }
    byte[] answer = HexFormat.of().parseHex(hex, 2, hex.length());
    boolean isString = answer.length >= 3 * WORD;
    int start = isString ? 2 * WORD : 0; // old tokens answer one word
    byte[] text = Arrays.copyOfRange(answer, start, Math.min(answer.length, start + MAX_NAME));
    return new String(text, StandardCharsets.UTF_8).replaceAll("\\p{C}", "").strip();
  }

  /** Returns the code at the address; if there is none, adds a fault and returns null. */
  private @Nullable String code(String name, EvmAddress address) {
    String code = codeAt(address);
    if (code.length() <= 2) {
      faults.add(
          "%s: there is no contract at %s on chain %d"
              .formatted(name, address, chain.deployment().chainId()));
      return null;
    }
    return code;
  }

  private String codeAt(EvmAddress address) {
    return rpc.ask("eth_getCode", "[\"" + address.hex() + "\",\"latest\"]").asString("0x");
  }

  /** Calls a contract; returns null if the contract does not know the call. */
  private @Nullable Bytes32 word(EvmAddress to, String data) {
    return Bytes32.parse(result(to, data));
  }

  /**
   * Calls a contract; returns what it answers, in hex, and nothing if it does not know the call.
   */
  private String result(EvmAddress to, String data) {
    try {
      JsonNode answer =
          rpc.ask(
              "eth_call", "[{\"to\":\"%s\",\"data\":\"%s\"},\"latest\"]".formatted(to.hex(), data));
      return answer.asString("");
    } catch (NodeRefused e) {
      if (String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("revert")) {
        return "";
      }
      throw e;
    }
  }
}
