package dev.paylink.settlement.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.settlement.figures.Sums;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Lines of a statement add up to what the merchant has: what came, less what went. */
final class StatementSumsTest {
  private static final Instant LATER = Instant.EPOCH.plusSeconds(60);

  @Test
  void settlement_counts_once_and_its_return_takes_it_away() {
    StatementLine settled = settled("\"12.50\"");
    StatementLine back = settled.takenBack(LATER, json("{'failureReason':'replaced'}"));
    assertThat(settled.kind()).isEqualTo(StatementLine.Kind.settled);
    assertThat(settled.amount()).isEqualByComparingTo("12.50");
    assertThat(settled.chainId()).isEqualTo("8453");
    assertThat(settled.logIndex()).isEqualTo("7");
    assertThat(settled.refundId()).isNull();
    assertThat(back.kind()).isEqualTo(StatementLine.Kind.taken_back);
    assertThat(back.at()).isEqualTo(LATER);
    assertThat(back.amount()).isEqualByComparingTo("-12.50");
    assertThat(back.reason()).isEqualTo("replaced");
    assertThat(back.paymentId()).isEqualTo(settled.paymentId());
    Sums sums = settled.sums();
    assertThat(sums.net()).isEqualByComparingTo("12.50");
    assertThat(sums.payments()).isEqualTo(1);
    sums = sums.plus(back.sums());
    assertThat(sums.gross()).isEqualByComparingTo("12.50");
    assertThat(sums.takenBack()).isEqualByComparingTo("12.50");
    assertThat(sums.kept()).isZero();
    assertThat(sums.net()).isZero();
    assertThat(sums.payments()).isZero();
    assertThat(sums.isEmpty()).isFalse();
  }

  @Test
  void refund_is_negative_and_comes_off_the_sum() {
    StatementLine refunded =
        StatementLine.refunded(
            LATER,
            json(
                "{'paymentId':'pay_1','invoiceNumber':'INV-1','reference':null,'refund':"
                    + "{'refundId':'ref_1','amount':'2.00','currency':'USD','chainId':8453,"
                    + "'transaction':{'hash':'0x1'}}}"));
    assertThat(refunded.kind()).isEqualTo(StatementLine.Kind.refunded);
    assertThat(refunded.amount()).isEqualByComparingTo("-2.00");
    assertThat(refunded.hash()).isEqualTo("0x1");
    assertThat(refunded.refundId()).isEqualTo("ref_1");
    assertThat(refunded.reference()).isNull();
    Sums sums =
        Sums.NONE
            .plus(settled("\"12.50\"").sums())
            .plus(settled("\"0.50\"").sums())
            .plus(refunded.sums());
    assertThat(sums.gross()).isEqualByComparingTo("13.00");
    assertThat(sums.refunded()).isEqualByComparingTo("2.00");
    assertThat(sums.refunds()).isEqualTo(1);
    assertThat(sums.takenBack()).isZero();
    assertThat(sums.net()).isEqualByComparingTo(new BigDecimal("11.00"));
  }

  @Test
  void amount_that_nobody_told_adds_nothing() {
    StatementLine unknown = settled("null");
    assertThat(unknown.amount()).isNull();
    assertThat(unknown.takenBack(LATER, json("{}")).amount()).isNull();
    assertThat(unknown.sums().net()).isZero();
    assertThat(unknown.sums().payments()).isEqualTo(1);
    assertThat(Sums.NONE.isEmpty()).isTrue();
  }

  private static StatementLine settled(String amount) {
    return StatementLine.settled(
        Instant.EPOCH,
        json(
            "{'paymentId':'pay_1','invoiceNumber':'INV-1','reference':'order','currency':'USD',"
                + "'amount':"
                + amount
                + ",'transaction':{'chainId':8453,'hash':'0x1','logIndex':7}}"));
  }

  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }
}
