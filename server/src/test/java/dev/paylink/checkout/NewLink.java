package dev.paylink.checkout;

import dev.paylink.testing.Callback;
import dev.paylink.testing.Reply;
import dev.paylink.testing.SignedCalls;
import dev.paylink.testing.TestService;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Creates payments as a merchant does and has outcomes reported; what is not said is ordinary. */
final class NewLink {
  private final SignedCalls merchant;
  private final Callback chain;
  private final Map<String, Object> body = new LinkedHashMap<>();
  private String status = "created";
  private @Nullable String reason;
  private @Nullable String transaction;

  NewLink(TestService service) {
    this(service.calls(), service.callback());
  }

  NewLink(SignedCalls merchant, Callback chain) {
    this.merchant = merchant;
    this.chain = chain;
    body.put("amount", "125.50");
    body.put("description", "Two tickets, Row F");
  }

  /** A member of create-payment's body. */
  NewLink with(String member, Object value) {
    body.put(member, value);
    return this;
  }

  NewLink openAmount() {
    body.remove("amount");
    return this;
  }

  NewLink status(String next) {
    status = next;
    return this;
  }

  /** Why it failed, if it does. */
  NewLink reason(@Nullable String why) {
    reason = why;
    return this;
  }

  /** What the chain shows of it, if it succeeds. */
  NewLink transaction(String json) {
    transaction = json;
    return this;
  }

  /** Another payment like this. */
  Link create() {
    Reply created = merchant.create(JsonMapper.shared().writeValueAsString(body)).expect(200);
    Link link = new Link(created.text("paymentId"), created.text("paymentUrl"));
    switch (status) {
      case "created" -> {}
      case "submitted" -> chain.report("payment.submitted", link.id()).expect(200);
      case "success" -> report(link, "payment.confirmed", "transaction", transaction);
      case "failed" -> report(link, "payment.failed", "reason", quoted(reason));
      default -> throw new IllegalArgumentException(status);
    }
    return link;
  }

  private void report(Link link, String type, String member, @Nullable String json) {
    chain.reportWith(type, link.id(), "\"" + member + "\":" + json).expect(200);
  }

  private static @Nullable String quoted(@Nullable String text) {
    return text == null ? null : JsonMapper.shared().writeValueAsString(text);
  }
}
