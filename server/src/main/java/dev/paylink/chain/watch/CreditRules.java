package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Token;
import dev.paylink.chain.source.TransferLog;
import dev.paylink.chain.transfer.IncomingTransferStore;
import dev.paylink.chain.transfer.TransferAddressQueries;
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
  static IncomingTransferStore.@Nullable Transferred transferred(
      TransferLog log,
      List<TransferAddressQueries.Known> rows,
      Map<EvmAddress, Token> listed,
      LongPredicate before) {
    for (TransferAddressQueries.Known row : rows) {
      if (row.token().equals(log.token())) {
        IncomingTransferStore.Kind kind =
            before.test(row.deadline())
                ? IncomingTransferStore.Kind.credited
                : IncomingTransferStore.Kind.late;
        return transferred(log, row, row.symbol(), row.decimals(), kind);
      }
    }
    Token other = listed.get(log.token());
    return rows.isEmpty() || other == null
        ? null
        : transferred(
            log,
            rows.getFirst(),
            other.symbol(),
            other.decimals(),
            IncomingTransferStore.Kind.other);
  }

  private static IncomingTransferStore.Transferred transferred(
      TransferLog log,
      TransferAddressQueries.Known row,
      String symbol,
      int decimals,
      IncomingTransferStore.Kind kind) {
    return new IncomingTransferStore.Transferred(
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
