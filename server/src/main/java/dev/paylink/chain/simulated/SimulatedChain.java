package dev.paylink.chain.simulated;

import dev.paylink.chain.evm.Abi;
import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.RefundTerms;
import dev.paylink.chain.evm.Terms;
import dev.paylink.chain.source.ChainSource;
import dev.paylink.chain.source.ChainUnavailable;
import dev.paylink.chain.source.Header;
import dev.paylink.chain.source.SettledLog;
import dev.paylink.chain.source.TransferLog;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import dev.paylink.platform.crypto.Keccak;
import dev.paylink.platform.crypto.RandomToken;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A chain without a network. A block is determined by its number and by its entries in the journal:
 * the same journal gives the same blocks, in another process too. It keeps the rules of both
 * settlement contracts: a ref settles once, before its deadline, and only with the fields it was
 * made of; refunds of a payment are in sum never more than it. A plain transfer is kept like a
 * settlement without an id, under a ref of its own.
 */
public final class SimulatedChain implements ChainSource {
  /** A block every two seconds. The time of a block is its number times this. */
  public static final int BLOCK_SECONDS = 2;

  private static final Bytes32 NO_ID = Bytes32.of(Abi.word(0));

  private final Deployment deployment;
  private final int depth;
  private final int earlyDepth;
  private final LongSupplier headNumber;
  private final SimulatedJournal journal;

  private int known;
  private final TreeMap<Long, List<Inclusion>> byBlock = new TreeMap<>();
  private final Map<Bytes32, List<Inclusion>> byRef = new HashMap<>();
  private final List<Replacement> replaced = new ArrayList<>();
  private final List<SimulatedEntry.Outage> outages = new ArrayList<>();

  private record Inclusion(int place, SettledLog log) {}

  private record Replacement(int place, long from, long to) {
    boolean covers(long number) {
      return number >= from && number <= to;
    }
  }

  /**
   * @param depth the number of later blocks that make a block final
   * @param earlyDepth the number that is enough for small amounts
   * @param headNumber the newest block's number, which never falls
   */
  public SimulatedChain(
      Deployment deployment,
      int depth,
      int earlyDepth,
      LongSupplier headNumber,
      SimulatedJournal journal) {
    this.deployment = deployment;
    this.depth = depth;
    this.earlyDepth = earlyDepth;
    this.headNumber = headNumber;
    this.journal = journal;
  }

  public Deployment deployment() {
    return deployment;
  }

  /**
   * Puts a transaction into the next block, or returns the one that is already in a block. Returns
   * null if the contract refuses it because it would be too late.
   */
  public synchronized @Nullable SettledLog pay(Terms terms, EvmAddress payer) {
    catchUp();
    return settle(terms.ref(), terms, payer);
  }

  /**
   * Gives back a part of a payment, in the same way. Returns null if the contract refuses it: it is
   * too late, or more than what is left of a payment that was made with this price.
   */
  public synchronized @Nullable SettledLog refund(RefundTerms refund) {
    catchUp();
    SettledLog paid = standing(refund.payment().ref());
    return paid == null
            || !paid.token().equals(refund.payment().token())
            || !paid.amount().equals(refund.payment().amount())
            || refunded(paid, refund.ref()).add(refund.amount()).compareTo(paid.amount()) > 0
        ? null
        : settle(refund.ref(), refund.transfer(), refund.payment().payee());
  }

  /** Returns what other refunds have given back of the payment. */
  private BigInteger refunded(SettledLog payment, Bytes32 except) {
    return byRef.keySet().stream()
        .filter(ref -> !ref.equals(except))
        .map(this::standing)
        .filter(log -> log != null && log.payer().equals(payment.payee()))
        .filter(log -> RefundTerms.refOf(payment.ref(), log.id()).equals(log.ref()))
        .map(SettledLog::amount)
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  private @Nullable SettledLog settle(Bytes32 ref, Terms terms, EvmAddress payer) {
    SettledLog there = standing(ref);
    SettledLog log = there != null ? there : include(headNumber.getAsLong() + 1, ref, terms, payer);
    return log == null
        ? null
        : log.at(log.blockNumber(), hashOf(log.blockNumber()), log.logIndex());
  }

  /** Puts a plain transfer into the next block; returns the ref under which it can be replaced. */
  public synchronized Bytes32 transfer(
      EvmAddress token, EvmAddress to, BigInteger units, EvmAddress from) {
    catchUp();
    Bytes32 ref = Bytes32.of(RandomToken.bytes(Bytes32.SIZE));
    long block = headNumber.getAsLong() + 1;
    Bytes32 transaction = Bytes32.of(Keccak.hash256(ref.bytes()));
    append(
        new SimulatedEntry.Included(
            block, log(block, transaction, ref, NO_ID, to, token, units, from)));
    return ref;
  }

  /**
   * Puts a signed transfer (ERC-3009) into the next block, and returns the transaction with which
   * one has come to this address: an address takes one. Returns null if the account has used the
   * nonce for another address. Nobody has a key here, so signatures are not looked at.
   */
  synchronized @Nullable Bytes32 transferSigned(
      EvmAddress token, EvmAddress to, BigInteger units, EvmAddress from, Bytes32 nonce) {
    catchUp();
    Bytes32 transaction = transactionOf(from, nonce);
    if (signedTransfer(to) == null && !isIncluded(transaction)) {
      Bytes32 ref = signedRef(to);
      long block = headNumber.getAsLong() + 1;
      append(
          new SimulatedEntry.Included(
              block, log(block, transaction, ref, NO_ID, to, token, units, from)));
    }
    return signedTransfer(to);
  }

  private boolean isIncluded(Bytes32 transaction) {
    return byRef.keySet().stream()
        .map(this::standing)
        .anyMatch(log -> log != null && log.transaction().equals(transaction));
  }

  /** Returns the transaction of the signed transfer to this address; null if there is none. */
  synchronized @Nullable Bytes32 signedTransfer(EvmAddress to) {
    catchUp();
    SettledLog log = standing(signedRef(to));
    return log == null ? null : log.transaction();
  }

  static Bytes32 transactionOf(EvmAddress from, Bytes32 nonce) {
    return Bytes32.of(Keccak.hash256(Abi.concat(from.bytes(), nonce.bytes())));
  }

  private static Bytes32 signedRef(EvmAddress to) {
    return Bytes32.of(Keccak.hash256(to.bytes()));
  }

  /**
   * Replaces the block of the ref's transaction before it is final. All removed transactions come
   * back in the first block after. Returns false if there is nothing to replace.
   */
  synchronized boolean replaceBlockOf(Bytes32 ref) {
    catchUp();
    SettledLog log = standing(ref);
    long from = log == null ? 0 : log.blockNumber();
    long to = Math.max(from + 1, headNumber.getAsLong());
    if (log == null || to - from >= depth) {
      return false;
    }
    List<SettledLog> thrownOut = standingIn(from, to);
    append(new SimulatedEntry.Replaced(from, to));
    thrownOut.forEach(
        out -> append(new SimulatedEntry.Included(to + 1, out.at(to + 1, out.transaction(), 0))));
    return true;
  }

  /**
   * Replaces the last {@code blocks} blocks when the next one comes. All their transactions are
   * gone.
   */
  public synchronized void replace(int blocks) {
    long head = headNumber.getAsLong();
    append(new SimulatedEntry.Replaced(head - blocks + 1, head));
  }

  /** Makes the chain silent for this many blocks. */
  public synchronized void fallSilent(int blocks) {
    long head = headNumber.getAsLong();
    append(new SimulatedEntry.Outage(head, head + blocks - 1));
  }

  @Override
  public List<String> faults() {
    return List.of();
  }

  @Override
  public synchronized Header head() {
    return block(answering());
  }

  @Override
  public synchronized Header finalized() {
    return block(Math.max(0, answering() - depth));
  }

  @Override
  public synchronized Header early() {
    return block(Math.max(0, answering() - earlyDepth));
  }

  @Override
  public synchronized @Nullable Header header(long number) {
    return number > answering() || number < 0 ? null : block(number);
  }

  @Override
  public List<SettledLog> logs(long from, long to) {
    return included(from, to).stream().filter(log -> !log.id().equals(NO_ID)).toList();
  }

  @Override
  public List<TransferLog> transfers(
      Collection<EvmAddress> tokens, Collection<EvmAddress> to, long from, long last) {
    return included(from, last).stream()
        .filter(
            log ->
                log.id().equals(NO_ID) && tokens.contains(log.token()) && to.contains(log.payee()))
        .map(
            log ->
                new TransferLog(
                    log.blockNumber(),
                    log.blockHash(),
                    log.transaction(),
                    log.logIndex(),
                    log.token(),
                    log.payer(),
                    log.payee(),
                    log.amount()))
        .toList();
  }

  private synchronized List<SettledLog> included(long from, long to) {
    long head = answering();
    long end = Math.min(to, head);
    List<SettledLog> logs = new ArrayList<>();
    if (from > end) {
      return logs;
    }
    byBlock
        .subMap(from, true, end, true)
        .forEach((number, inclusions) -> logs.addAll(logsOf(number, inclusions, head)));
    return logs;
  }

  @Override
  public List<SettledLog> logsOf(Collection<Bytes32> refs, long from, long to) {
    return logs(from, to).stream().filter(log -> refs.contains(log.ref())).toList();
  }

  @Override
  public synchronized List<Boolean> settled(long number, Bytes32 hash, List<Bytes32> refs) {
    Header at = header(number);
    if (at == null || !at.hash().equals(hash)) {
      throw new ChainUnavailable("no block " + number + " of that hash");
    }
    long head = headNumber.getAsLong();
    return refs.stream()
        .map(
            ref ->
                inclusions(ref).anyMatch(in -> in.log.blockNumber() <= number && stands(in, head)))
        .toList();
  }

  /** Creates a log from its stored fields. The block's hash is filled in when the log is read. */
  static SettledLog log(
      long block,
      Bytes32 transaction,
      Bytes32 ref,
      Bytes32 id,
      EvmAddress payee,
      EvmAddress token,
      BigInteger amount,
      EvmAddress payer) {
    return new SettledLog(block, transaction, transaction, 0, ref, id, payee, token, amount, payer);
  }

  private @Nullable SettledLog include(long block, Bytes32 ref, Terms terms, EvmAddress payer) {
    if (timeOf(block).getEpochSecond() >= terms.deadline()) {
      return null;
    }
    SettledLog log =
        log(
            block,
            Bytes32.of(Keccak.hash256(ref.bytes())),
            ref,
            terms.id(),
            terms.payee(),
            terms.token(),
            terms.amount(),
            payer);
    append(new SimulatedEntry.Included(block, log));
    return standing(ref);
  }

  private void append(SimulatedEntry entry) {
    journal.append(entry);
    catchUp();
  }

  /**
   * Reads new entries, as another node may have written some. The shared order of the journal keeps
   * the contract's rule that a ref settles once.
   */
  private void catchUp() {
    for (SimulatedEntry entry : journal.news()) {
      int place = known++;
      switch (entry) {
        case SimulatedEntry.Included in -> {
          if (standing(in.log().ref()) == null) {
            Inclusion inclusion = new Inclusion(place, in.log());
            byBlock.computeIfAbsent(in.block(), n -> new ArrayList<>()).add(inclusion);
            byRef.computeIfAbsent(in.log().ref(), r -> new ArrayList<>()).add(inclusion);
          }
        }
        case SimulatedEntry.Replaced out ->
            replaced.add(new Replacement(place, out.from(), out.to()));
        case SimulatedEntry.Outage out -> outages.add(out);
      }
    }
  }

  /** Returns the ref's log in the chain as it will be, or null if no block has it. */
  private @Nullable SettledLog standing(Bytes32 ref) {
    return inclusions(ref)
        .filter(inclusion -> stands(inclusion, Long.MAX_VALUE))
        .map(Inclusion::log)
        .findFirst()
        .orElse(null);
  }

  private List<SettledLog> standingIn(long from, long to) {
    return byBlock.subMap(from, true, to, true).values().stream()
        .flatMap(List::stream)
        .filter(inclusion -> stands(inclusion, Long.MAX_VALUE))
        .map(Inclusion::log)
        .toList();
  }

  private Stream<Inclusion> inclusions(Bytes32 ref) {
    return byRef.getOrDefault(ref, List.of()).stream();
  }

  private boolean stands(Inclusion inclusion, long head) {
    return replaced.stream()
        .noneMatch(
            r -> r.place > inclusion.place && r.to < head && r.covers(inclusion.log.blockNumber()));
  }

  private List<SettledLog> logsOf(long number, List<Inclusion> inclusions, long head) {
    Bytes32 hash = block(number).hash();
    List<SettledLog> logs = new ArrayList<>();
    for (Inclusion inclusion : inclusions) {
      if (stands(inclusion, head)) {
        logs.add(inclusion.log.at(inclusion.log.blockNumber(), hash, logs.size()));
      }
    }
    return logs;
  }

  private long answering() {
    catchUp();
    long head = headNumber.getAsLong();
    if (outages.stream().anyMatch(outage -> head >= outage.from() && head <= outage.to())) {
      throw new ChainUnavailable("the simulated chain is silent");
    }
    return head;
  }

  private Header block(long number) {
    return new Header(number, hashOf(number), hashOf(number - 1), timeOf(number));
  }

  private Bytes32 hashOf(long number) {
    long head = headNumber.getAsLong();
    long times = replaced.stream().filter(r -> r.to < head && r.covers(number)).count();
    return Bytes32.of(
        Keccak.hash256(Abi.concat(Abi.word(Math.max(0, number + 1)), Abi.word(times))));
  }

  private static Instant timeOf(long number) {
    return Instant.ofEpochSecond(number * BLOCK_SECONDS);
  }
}
