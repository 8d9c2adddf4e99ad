package dev.paylink.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The service's answers as the interface describes them, every field filled in. */
final class Answers {
  static final String PAYMENT_ID = "pay_01jgfj2v00e8z9y3m5k7n9q1s3";

  static final String CREATED =
      """
      {"paymentId":"pay_01jgfj2v00e8z9y3m5k7n9q1s3","invoiceId":"inv_01jgfj2v00e8z9y3m5k7n9q1s3",
       "invoiceNumber":"INV-000001","paymentUrl":"https://pay.example.com/pay/pay_01?k=Zm9v",
       "x402Url":"https://pay.example.com/pay/pay_01/x402","status":"created","amount":"125.50","currency":"USD","reference":"order-4711",
       "expiresAt":"2026-01-02T00:00:00.000Z","createdAt":"2026-01-01T00:00:00.000Z",
       "testMode":true,"description":"Two tickets","customer":{"name":"Zoë","email":null},
       "aFieldOfTomorrow":[1]}
      """;

  static final String SETTLED =
      """
      {"paymentId":"pay_01jgfj2v00e8z9y3m5k7n9q1s3","status":"success",
       "invoiceId":"inv_01jgfj2v00e8z9y3m5k7n9q1s3","invoiceNumber":"INV-000001",
       "invoiceStatus":"paid","amount":"125.50","currency":"USD","reference":"order-4711",
       "interface":"service-server","metadata":{"shelf":"A 7"},"failureReason":null,
       "transaction":{"chainId":8453,"hash":"0xabc","blockNumber":9007199254740993,"logIndex":0,
         "token":"USDC","amount":"125.50","payer":"0x01","payee":"0x02"},
       "createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:05:00.123Z",
       "expiresAt":"2026-01-02T00:00:00.000Z","testMode":false,
       "paymentUrl":"https://pay.example.com/pay/pay_01?k=Zm9v","description":"Two tickets",
       "customer":{"name":"Zoë","email":"zoe@example.com"}}
      """;

  static final String OPEN =
      """
      {"paymentId":"pay_01jgfj2v00e8z9y3m5k7n9q1s4","status":"failed",
       "invoiceId":"inv_01jgfj2v00e8z9y3m5k7n9q1s4","invoiceNumber":"INV-000002",
       "invoiceStatus":"open","amount":null,"currency":"USD","reference":null,
       "interface":"service-server","metadata":{},"failureReason":"expired","transaction":null,
       "createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:05:00.123Z",
       "expiresAt":"2026-01-02T00:00:00.000Z","testMode":false,
       "paymentUrl":"https://pay.example.com/pay/pay_02?k=Zm9v","x402Url":null,"description":null,"customer":null}
      """;

  /** An ended payment that got less than its amount. */
  static final String SHORT =
      OPEN.replace(
          "\"amount\":null",
          """
          "amount":"125.50","receivedAmount":"124.50","missingAmount":"1.00",
          "flags":["underpaid","a-flag-of-tomorrow"],
          "transfers":[{"chainId":8453,"hash":"0xabc","logIndex":7,"token":null,"amount":"124.500000",
            "receivedAt":"2026-01-01T00:04:00.000Z","late":false,"counts":true}]
          """);

  private Answers() {}

  /** Expects the transaction of {@link #SETTLED}. */
  static void assertSettling(@Nullable PaymentTransaction transaction) {
    assertThat(Objects.requireNonNull(transaction).chainId()).isEqualTo(8453);
    assertThat(transaction.hash()).isEqualTo("0xabc");
    assertThat(transaction.blockNumber()).isEqualTo(9007199254740993L);
    assertThat(transaction.logIndex()).isZero();
    assertThat(transaction.token()).isEqualTo("USDC");
    assertThat(transaction.amount()).isEqualTo("125.50");
    assertThat(transaction.payer()).isEqualTo("0x01");
    assertThat(transaction.payee()).isEqualTo("0x02");
  }
}
