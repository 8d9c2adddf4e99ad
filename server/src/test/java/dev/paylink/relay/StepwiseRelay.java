package dev.paylink.relay;

import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.SendingNode;
import dev.paylink.checkout.wallet.RelayedPayments.Result;
import dev.paylink.checkout.wallet.WalletPayments;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;

/** A relay whose rounds a test runs, on whatever nodes it is given, and what payers hand in. */
public final class StepwiseRelay {
  private static final RelayKey KEY =
      RelayKey.of("4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318");
  private static final byte[] SIGNATURE = new byte[65];

  private final Jdbi jdbi;
  private final RelayConfig config;
  private final InstantSource clock;
  private final ChainRelay relay;

  /**
   * @param budget the most wei a day
   * @param highestFee the most wei per gas
   */
  public StepwiseRelay(
      Jdbi jdbi,
      ChainConfig chain,
      List<SendingNode> nodes,
      InstantSource clock,
      BigInteger budget,
      BigInteger highestFee,
      Duration patience) {
    this.jdbi = jdbi;
    this.config =
        new RelayConfig(
            chain,
            KEY,
            budget,
            budget,
            highestFee,
            BigDecimal.ONE,
            null,
            BigDecimal.valueOf(100),
            patience,
            BigInteger.ZERO);
    this.clock = clock;
    this.relay =
        new ChainRelay(
            jdbi, config, new RelayNodes(chain, nodes), clock, new SimpleMeterRegistry());
  }

  /** The account that pays its fees. */
  public static EvmAddress account() {
    return KEY.account();
  }

  public void round() {
    relay.round();
  }

  /** What is sent for a payer who signs these terms. */
  public static String callOf(Terms terms, EvmAddress payer) {
    return new RelayedCall.Settle(
            terms, terms.deadline(), payer, WalletPayments.Kind.authorization, SIGNATURE)
        .data();
  }

  /** What is sent for software that signs a transfer to a payment's address. */
  public static String callOf(SignedMove move) {
    return new RelayedCall.Transfer(
            move.token,
            move.payer,
            move.address,
            move.units,
            0,
            move.validBefore,
            move.nonce,
            SIGNATURE)
        .data();
  }

  /** A transfer that software has signed. */
  public record SignedMove(
      EvmAddress token,
      EvmAddress payer,
      EvmAddress address,
      BigInteger units,
      long validBefore,
      Bytes32 nonce) {}

  /** Hands in the signature of these terms; {@code wake} runs once it is stored. */
  public Result take(
      HostedPayment hosted, String token, Terms terms, EvmAddress payer, Runnable wake) {
    return take(
        hosted, RelayOrder.Kind.authorization, token, payer, terms.ref(), terms.deadline(), wake);
  }

  /** Hands in a signed transfer, in the same way. */
  public Result take(HostedPayment hosted, String token, SignedMove move, Runnable wake) {
    return take(
        hosted, RelayOrder.Kind.transfer, token, move.payer, move.nonce, move.validBefore, wake);
  }

  private Result take(
      HostedPayment hosted,
      RelayOrder.Kind kind,
      String token,
      EvmAddress payer,
      Bytes32 given,
      long validBefore,
      Runnable wake) {
    long chain = config.chain().deployment().chainId();
    return new TakeOrders(jdbi, Map.of(chain, config), clock, wake)
        .take(
            hosted,
            new TakeOrders.Given(
                kind, chain, token, payer.bytes(), given.bytes(), 0, validBefore, SIGNATURE, true));
  }
}
