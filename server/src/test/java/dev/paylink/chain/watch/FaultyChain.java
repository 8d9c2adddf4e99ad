package dev.paylink.chain.watch;

import dev.paylink.chain.evm.FactoryCalls.Place;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.source.ChainSource;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.source.NodeTimeout;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.TooManyLogs;
import dev.paylink.chain.source.TransferLog;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A chain seen through a node that may hide logs, lag, fall silent, be the last thing we saw, know
 * another chain, or lie about whatever it is asked.
 */
final class FaultyChain implements ChainSource {
  private static final int MOST_BLOCKS = 20;

  private final ChainSource real;
  private final List<Promise> promised;
  private final List<EvmAddress> addresses;
  private final Balances balances;
  boolean hidesLogs;
  boolean silent;
  boolean lags;

  /** Invents a transfer to this address in each answer. */
  @Nullable EvmAddress invents;

  /** Hides transfers to this address. */
  @Nullable EvmAddress hidesTransfersTo;

  /** Does not answer questions for transfers before this. */
  @Nullable CountDownLatch hangs;

  /** Answers questions for transfers after so long. */
  long slowMillis;

  /** Does not answer questions for logs in time; and how often it was asked meanwhile. */
  boolean timesOut;

  int timeouts;

  /** What it says of each ref; null for what the contract says. */
  @Nullable Boolean saysSettled;

  /** Hides all plain transfers. */
  boolean hidesTransfers;

  /** How often it was asked for transfers, and for how many addresses at most. */
  int transferQuestions;

  int mostAsked;

  /** More logs than this in one answer are refused. */
  int mostLogs = Integer.MAX_VALUE;

  /** The transaction of all logs; null if each has its own. */
  @Nullable Bytes32 oneTransaction;

  /** Changes each log; what the contract says of refs stays. */
  @Nullable UnaryOperator<SettledLog> rewrites;

  /** Every block from this one on is another. */
  long forksFrom = Long.MAX_VALUE;

  /** Decides when to lie, and how; null for an honest node. */
  @Nullable Random lies;

  /** Happens once, right after the next answer about a single block. */
  @Nullable Runnable afterHeader;

  /** Happens once, right after the next answer that a ref is settled. */
  @Nullable Runnable afterSettled;

  /** So many questions are answered; the next one is where the watcher dies. Negative: never. */
  int killedAfter = -1;

  /**
   * @param promised what a liar may say was paid
   * @param addresses where a liar may say that money came
   */
  FaultyChain(
      ChainSource real, List<Promise> promised, List<EvmAddress> addresses, Balances balances) {
    this.real = real;
    this.promised = promised;
    this.addresses = addresses;
    this.balances = balances;
  }

  /** Something that was told to wallets, and the ref under which it is settled. */
  record Promise(Bytes32 ref, Terms terms) {}

  /** What lies at places in the state of a block. */
  interface Balances {
    List<BigInteger> at(long block, List<Place> places);
  }

  /** The process is gone in the middle of its work. */
  static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Ends all faults; a liar goes on lying. */
  void heal() {
    hidesLogs = false;
    silent = false;
    lags = false;
    timesOut = false;
    hidesTransfers = false;
    mostLogs = Integer.MAX_VALUE;
    killedAfter = -1;
  }

  @Override
  public List<String> faults() {
    return asked().faults();
  }

  @Override
  public Header head() {
    return asked().head();
  }

  @Override
  public Header finalized() {
    Header last = isLying() ? asked().head() : asked().finalized();
    return lags ? known(last.number() - 2) : forked(last);
  }

  @Override
  public Header early() {
    Header last = isLying() ? asked().head() : asked().early();
    return lags ? known(last.number() - 2) : forked(last);
  }

  @Override
  public @Nullable Header header(long number) {
    Header header = asked().header(number);
    Runnable event = afterHeader;
    afterHeader = null;
    if (event != null) {
      event.run();
    }
    return header == null ? null : forked(header);
  }

  @Override
  public List<SettledLog> logs(long from, long to) {
    timeOut();
    return told(asked().logs(from, to), to);
  }

  @Override
  public List<SettledLog> logsOf(Collection<Bytes32> refs, long from, long to) {
    timeOut();
    return told(asked().logsOf(refs, from, to), to).stream()
        .filter(log -> refs.contains(log.ref()))
        .toList();
  }

  @Override
  public List<Boolean> settled(long number, Bytes32 hash, List<Bytes32> refs) {
    Boolean said = saysSettled;
    if (said != null) {
      return refs.stream().map(ref -> said).toList();
    }
    if (isLying()) {
      return refs.stream().map(ref -> Objects.requireNonNull(lies).nextBoolean()).toList();
    }
    List<Boolean> settled = asked().settled(number, hash, refs);
    Runnable event = afterSettled;
    if (event != null && settled.contains(true)) {
      afterSettled = null;
      event.run();
    }
    return settled;
  }

  @Override
  public List<Optional<BigInteger>> held(@Nullable Bytes32 block, List<Place> places) {
    long head = asked().head().number();
    if (isLying()) {
      Random random = Objects.requireNonNull(lies);
      return places.stream()
          .map(place -> Optional.of(BigInteger.valueOf(random.nextInt(3))))
          .toList();
    }
    for (long number = head; number > head - MOST_BLOCKS; number--) {
      if (block == null || known(number).hash().equals(block)) {
        return balances.at(number, places).stream().map(Optional::of).toList();
      }
    }
    throw new ChainUnavailable("no such block");
  }

  @Override
  public List<TransferLog> transfers(
      Collection<EvmAddress> tokens, Collection<EvmAddress> to, long from, long last) {
    timeOut();
    List<TransferLog> real = asked().transfers(tokens, to, from, last);
    transferQuestions++;
    hang();
    mostAsked = Math.max(mostAsked, to.size());
    if (real.size() > mostLogs) {
      throw new TooManyLogs("more than " + mostLogs + " logs");
    }
    if (hidesTransfers) {
      return List.of();
    }
    if (!isLying()) {
      List<TransferLog> told =
          new ArrayList<>(real.stream().filter(log -> !log.to().equals(hidesTransfersTo)).toList());
      if (invents != null && to.contains(invents)) {
        told.add(forged(invents, tokens.iterator().next(), last, new Random(last)));
      }
      return told;
    }
    Random random = Objects.requireNonNull(lies);
    List<TransferLog> told = new ArrayList<>(random.nextBoolean() ? real : List.of());
    for (EvmAddress address : List.copyOf(addresses)) {
      if (to.contains(address) && random.nextInt(3) == 0) {
        told.add(forged(address, tokens.iterator().next(), last, random));
      }
    }
    return told;
  }

  private synchronized void timeOut() {
    if (timesOut) {
      timeouts++;
      throw new NodeTimeout("not within 10 s");
    }
  }

  private void hang() {
    CountDownLatch end = hangs;
    if (end != null || slowMillis > 0) {
      try {
        Thread.sleep(slowMillis);
        if (end != null) {
          end.await();
        }
      } catch (InterruptedException e) {
        throw new ChainUnavailable("nobody waits any more");
      }
    }
  }

  private TransferLog forged(EvmAddress to, EvmAddress token, long number, Random random) {
    Header block = real.header(number);
    byte[] noise = new byte[Bytes32.SIZE];
    random.nextBytes(noise);
    return new TransferLog(
        number,
        block == null || random.nextInt(4) == 0 ? Bytes32.of(noise) : block.hash(),
        Bytes32.of(noise),
        0,
        token,
        ChainWorld.PAYER,
        to,
        BigInteger.valueOf(125_500_000));
  }

  private List<SettledLog> told(List<SettledLog> logs, long to) {
    if (logs.size() > mostLogs) {
      throw new TooManyLogs("more than " + mostLogs + " logs");
    }
    if (hidesLogs) {
      return List.of();
    }
    if (oneTransaction != null) {
      return logs.stream().map(this::inOneTransaction).toList();
    }
    if (rewrites != null) {
      return logs.stream().map(rewrites).toList();
    }
    if (!isLying()) {
      return logs;
    }
    Random random = Objects.requireNonNull(lies);
    List<SettledLog> told = new ArrayList<>(random.nextBoolean() ? logs : List.of());
    for (Promise promise : List.copyOf(promised)) {
      if (random.nextInt(3) == 0) {
        told.add(forged(promise, to, random));
      }
    }
    return told;
  }

  private SettledLog forged(Promise promise, long number, Random random) {
    Terms terms = promise.terms;
    Header block = real.header(number);
    byte[] noise = new byte[Bytes32.SIZE];
    random.nextBytes(noise);
    return new SettledLog(
        number,
        block == null || random.nextInt(4) == 0 ? Bytes32.of(noise) : block.hash(),
        Bytes32.of(noise),
        0,
        promise.ref,
        terms.id(),
        terms.payee(),
        terms.token(),
        terms.amount(),
        ChainWorld.PAYER);
  }

  private SettledLog inOneTransaction(SettledLog log) {
    return new SettledLog(
        log.blockNumber(),
        log.blockHash(),
        Objects.requireNonNull(oneTransaction),
        log.logIndex(),
        log.ref(),
        log.id(),
        log.payee(),
        log.token(),
        log.amount(),
        log.payer());
  }

  private Header forked(Header header) {
    boolean another = header.number() >= forksFrom || isLying();
    return another
        ? new Header(
            header.number(),
            Bytes32.of(Keccak.hash256(header.hash().bytes())),
            header.parent(),
            header.time())
        : header;
  }

  private Header known(long number) {
    return Objects.requireNonNull(real.header(number));
  }

  boolean isLying() {
    return lies != null && lies.nextInt(2) == 0;
  }

  private synchronized ChainSource asked() {
    if (silent) {
      throw new ChainUnavailable("silent");
    }
    if (killedAfter == 0) {
      killedAfter = -1;
      throw new Killed();
    }
    killedAfter--;
    return real;
  }
}
