package dev.paylink.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylink.platform.ApiVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An exchange that the contract allows, to be spoilt in exactly one place by a test. */
final class SampleExchange {
  static final String PAYMENT = "pay_01jgfj2v00e8z9y3m5k7n9q1s3";
  static final String INVOICE = "inv_01jgfj2v00e8z9a4b6c8d0e2f4";
  static final String REQUEST = "req_01jgfj2v00e8z9r1t2v3w4x5y6";
  static final String CREATED =
      """
      {"paymentId":"%s","invoiceId":"%s","invoiceNumber":"INV-000001",
       "paymentUrl":"http://127.0.0.1:8080/pay/%s/abc","x402Url":null,"status":"created","amount":"125.50",
       "currency":"USD","reference":null,"expiresAt":"2026-01-02T00:00:00.000Z",
       "createdAt":"2026-01-01T00:00:00.000Z","testMode":true,"description":null,"customer":null}
      """
          .formatted(PAYMENT, INVOICE, PAYMENT);

  private final String method;
  private final String target;
  private final Map<String, List<String>> requestHeaders = new LinkedHashMap<>();
  private final Map<String, List<String>> answerHeaders = new LinkedHashMap<>();
  private String requestBody = "";
  private int status;
  private String answerBody = "";

  private SampleExchange(String method, String target) {
    this.method = method;
    this.target = target;
  }

  /** A bare request whose answer carries no more than its status and a request id. */
  static SampleExchange call(String method, String target, int status) {
    return new SampleExchange(method, target)
        .answers(status)
        .answerHeader("Paylink-Version", ApiVersion.CURRENT)
        .answerHeader("X-Request-Id", REQUEST);
  }

  static SampleExchange createPayment() {
    return call("POST", "/sdk/server/create-payment", 200)
        .requestHeader("X-API-Key", "pk_1")
        .requestHeader("X-Secret-Key", "sk_1")
        .requestHeader("X-Signature", "00")
        .requestHeader("X-Timestamp", "1767225600")
        .requestHeader("X-Idempotency-Key", "order-1")
        .requestHeader("Content-Type", "application/json")
        .requestBody("{}")
        .answerHeader("RateLimit-Policy", "\"key\";q=100;w=60")
        .answerHeader("RateLimit", "\"key\";r=99;t=1")
        .answerHeader("Content-Type", "application/json")
        .answerBody(CREATED);
  }

  static SampleExchange listPayments(String query) {
    return call("GET", "/sdk/server/payments" + query, 200)
        .requestHeader("Authorization", "Bearer pk_1")
        .requestHeader("X-Secret-Key", "sk_1")
        .answerHeader("RateLimit-Policy", "\"key\";q=100;w=60")
        .answerHeader("RateLimit", "\"key\";r=99;t=1")
        .answerHeader("Content-Type", "application/json")
        .answerBody("{\"data\":[],\"nextCursor\":null}");
  }

  /** Turns the answer into this problem, without touching the request. */
  SampleExchange problem(int problemStatus, String code) {
    return answers(problemStatus)
        .answerHeader("Content-Type", "application/problem+json")
        .answerBody(
            """
            {"type":"about:blank","title":"t","status":%d,"detail":"d","code":"%s","requestId":"%s"}
            """
                .formatted(problemStatus, code, REQUEST));
  }

  SampleExchange answers(int newStatus) {
    status = newStatus;
    return this;
  }

  SampleExchange requestHeader(String name, String value) {
    requestHeaders.put(name, List.of(value));
    return this;
  }

  SampleExchange withoutRequestHeader(String name) {
    requestHeaders.remove(name);
    return this;
  }

  SampleExchange requestBody(String body) {
    requestBody = body;
    return this;
  }

  SampleExchange answerHeader(String name, String value) {
    answerHeaders.put(name, List.of(value));
    return this;
  }

  SampleExchange withoutAnswerHeader(String name) {
    answerHeaders.remove(name);
    return this;
  }

  SampleExchange answerBody(String body) {
    answerBody = body;
    return this;
  }

  void checkWith(OpenApiContract contract) {
    contract.check(
        method,
        target,
        requestHeaders,
        requestBody.getBytes(UTF_8),
        status,
        answerHeaders,
        answerBody.getBytes(UTF_8));
  }
}
