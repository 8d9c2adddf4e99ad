package dev.paylink.chain.watch;

import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.source.SendingNode;
import dev.paylink.chain.watch.SimulatedAccount.InBlock;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.math.BigInteger;
import java.util.Objects;
import java.util.Optional;

/** A node of a test chain as a relay asks it: with the same faults as the watcher sees. */
record SimulatedSender(SimulatedAccount account, FaultyChain seen) implements SendingNode {
  private static final BigInteger BALANCE = SimulatedAccount.GWEI.pow(2).multiply(BigInteger.TEN);
  private static final int LAG = 2;

  @Override
  public Fees fees() {
    head();
    return seen.isLying()
        ? new Fees(account.base.multiply(BigInteger.valueOf(invented(300))), SimulatedAccount.GWEI)
        : new Fees(account.base, SimulatedAccount.GWEI);
  }

  @Override
  public BigInteger balance(EvmAddress any) {
    head();
    return BALANCE;
  }

  @Override
  public long nonce(EvmAddress any) {
    long nonce = account.inBlocks(head()).size();
    return seen.isLying() ? invented(8) : nonce;
  }

  @Override
  public long finalNonce(EvmAddress any) {
    long nonce = account.inBlocks(head() - TestChain.FINAL_AFTER).size();
    return seen.isLying() ? invented(8) : nonce;
  }

  @Override
  public Trial attempt(EvmAddress from, EvmAddress to, String data) {
    head();
    return !account.works(data) || (seen.isLying() && invented(4) == 0)
        ? new Reverts("it does not work")
        : new Works(BigInteger.valueOf(SimulatedAccount.CALL_GAS));
  }

  @Override
  public BigInteger held(EvmAddress factory, Place place) {
    throw new UnsupportedOperationException("this relay collects nothing");
  }

  @Override
  public BigInteger otherFee(byte[] raw) {
    head();
    return BigInteger.ZERO;
  }

  @Override
  public void send(byte[] raw) {
    head();
    if (!seen.isLying()) { // else it says that it has it
      account.take(raw);
    }
  }

  @Override
  public Optional<Receipt> receipt(Bytes32 hash) {
    Optional<InBlock> found =
        account.inBlocks(head()).stream()
            .filter(it -> it.mined().sent().hash().equals(hash))
            .findFirst();
    if (seen.isLying()) {
      return invented(2) == 0
          ? Optional.empty()
          : Optional.of(new Receipt(invented(2) == 0, BigInteger.valueOf(invented(9)), noise()));
    }
    return found.map(
        it -> new Receipt(it.mined().succeeded(), it.mined().cost(), hashOf(it.block())));
  }

  private Bytes32 hashOf(long block) {
    Header header = seen.header(block);
    if (header == null) {
      throw new ChainUnavailable("no such block");
    }
    return header.hash();
  }

  /** The newest block that it knows. */
  private long head() {
    long head = seen.head().number();
    return seen.lags ? head - LAG : head;
  }

  private int invented(int bound) {
    return Objects.requireNonNull(seen.lies).nextInt(bound);
  }

  private Bytes32 noise() {
    return Bytes32.of(Keccak.hash256(new byte[] {(byte) invented(Byte.MAX_VALUE)}));
  }

  @Override
  public void close() {}
}
