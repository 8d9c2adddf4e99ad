package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.TransferLog;
import dev.paylink.money.EvmAddress;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** What a proven transfer counts for: its payment, too late, or another token. */
final class CreditRules {
  private CreditRules() {}

  /**
   * Returns what to record of a transfer; null if it is nobody's.
   *
   * @param rows the tokens that were offered at its address
   * @param before whether its block was made before a time, in Unix seconds
   */
  static DepositStore.@Nullable Transferred transferred(
      TransferLog log,
      List<DepositStore.Known> rows,
      Map<EvmAddress, Token> listed,
      LongPredicate before) {
    for (DepositStore.Known row : rows) {
      if (row.token().equals(log.token())) {
        DepositStore.Kind kind =
            before.test(row.deadline()) ? DepositStore.Kind.credited : DepositStore.Kind.late;
        return transferred(log, row, row.symbol(), row.decimals(), kind);
      }
    }
    Token other = listed.get(log.token());
    return rows.isEmpty() || other == null
        ? null
        : transferred(
            log, rows.getFirst(), other.symbol(), other.decimals(), DepositStore.Kind.other);
  }

  private static DepositStore.Transferred transferred(
      TransferLog log,
      DepositStore.Known row,
      String symbol,
      int decimals,
      DepositStore.Kind kind) {
    return new DepositStore.Transferred(
        row,
        log.token(),
        symbol,
        amount(log.units(), decimals),
        kind,
        log.transaction(),
        log.logIndex(),
        log.blockNumber(),
        log.blockHash(),
        log.from());
  }

  private static BigDecimal amount(BigInteger units, int decimals) {
    return new BigDecimal(units, decimals);
  }
}
