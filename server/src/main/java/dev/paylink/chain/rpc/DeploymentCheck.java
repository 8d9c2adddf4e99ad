package dev.paylink.chain.rpc;

import dev.paylink.chain.evm.Abi;
import dev.paylink.chain.evm.Bytes32;
import dev.paylink.chain.evm.ContractCalls;
import dev.paylink.chain.evm.DepositAddresses;
import dev.paylink.chain.evm.DepositCalls;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenCalls;
import dev.paylink.chain.evm.TokenDomain;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.money.EvmAddress;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Compares the contracts at the configured addresses, as a node sees them, with the configuration.
 * If a token had other decimals than configured, the payer would pay another sum than asked for.
 */
final class DeploymentCheck {
  private final ChainConfig chain;
  private final JsonRpc rpc;
  private final List<String> faults = new ArrayList<>();

  DeploymentCheck(ChainConfig chain, JsonRpc rpc) {
    this.chain = chain;
    this.rpc = rpc;
  }

  List<String> faults() {
    String prefix = "chain." + chain.name() + ".";
    EvmAddress contract = chain.deployment().contract();
    if (hasCode(prefix + "contract", contract)) {
      Terms probe =
          new Terms(
              chain.deployment(),
              Bytes32.of(Abi.word(1)),
              contract,
              EvmAddress.ZERO,
              BigInteger.ONE,
              1);
      if (!probe.ref().equals(word(contract, ContractCalls.refOf(probe)))) {
        faults.add(prefix + "contract is not a settlement contract: refOf() differs");
      }
    }
    EvmAddress factory = chain.deposits();
    if (factory != null && hasCode(prefix + "deposits", factory)) {
      check(prefix + "deposits", factory);
    }
    for (Token token : chain.tokens()) {
      String name = prefix + "token." + token.symbol();
      if (!token.isCoin() && hasCode(name, token.address())) {
        check(name, token);
      }
    }
    return List.copyOf(faults);
  }

  /** Compares an address: at another one than payers are shown, nobody could sweep their money. */
  private void check(String name, EvmAddress factory) {
    EvmAddress payee = chain.deployment().contract();
    Bytes32 ref = Bytes32.of(Abi.word(1));
    Bytes32 expected = Bytes32.of(Abi.word(DepositAddresses.of(factory, payee, ref)));
    if (!expected.equals(word(factory, DepositCalls.addressOf(payee, ref)))) {
      faults.add(name + " is not a factory of deposit addresses: addressOf() differs");
    }
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

  private boolean hasCode(String name, EvmAddress address) {
    JsonNode code = rpc.ask("eth_getCode", "[\"" + address.hex() + "\",\"latest\"]");
    boolean found = code.asString("").length() > 2;
    if (!found) {
      faults.add(
          "%s: there is no contract at %s on chain %d"
              .formatted(name, address, chain.deployment().chainId()));
    }
    return found;
  }

  /** Calls a contract; returns null if the contract does not know the call. */
  private @Nullable Bytes32 word(EvmAddress to, String data) {
    try {
      JsonNode answer =
          rpc.ask(
              "eth_call", "[{\"to\":\"%s\",\"data\":\"%s\"},\"latest\"]".formatted(to.hex(), data));
      return Bytes32.parse(answer.asString(""));
    } catch (NodeRefused e) {
      if (String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("revert")) {
        return null;
      }
      throw e;
    }
  }
}
