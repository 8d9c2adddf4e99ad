package dev.paylink.settlement.erase;

import dev.paylink.ids.MerchantId;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.operator.OperatorCalls;
import dev.paylink.operator.account.Permission;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.util.List;
import java.util.Set;

/** The calls that erase a customer: of the merchant's owners, and of operators. */
public final class EraseRoutes {
  private static final Set<String> KNOWN = Set.of("email", "paymentId");
  private static final int MAX_EMAIL = 254;
  private static final int MAX_ID = 64;

  private final EraseCustomer erase;

  public EraseRoutes(EraseCustomer erase) {
    this.erase = erase;
  }

  public List<Route> routes(MerchantCalls calls) {
    return List.of(
        Route.post(
            "/merchant/customers/erase",
            calls.changing(
                Role.owner,
                Guard.PROOF,
                (request, signedIn) ->
                    answer(
                        erase.handle(
                            signedIn.merchantId(),
                            customer(Fields.parse(request.jsonBody(), KNOWN)),
                            signedIn.actor())))));
  }

  public List<Route> operatorRoutes(OperatorCalls calls) {
    return List.of(
        Route.post(
            "/admin/merchants/:id/customers/erase",
            calls.proven(
                Permission.OPERATE,
                (request, by) -> {
                  MerchantId merchant = MerchantId.parse(request.parameter("id"));
                  if (merchant == null) {
                    throw new Refused(
                        Problem.notFound("MERCHANT_NOT_FOUND", Message.of("merchant.unknown")));
                  }
                  return answer(
                      erase.handle(
                          merchant, customer(Fields.parse(request.jsonBody(), KNOWN)), by.actor()));
                })));
  }

  /** Reads who is to be erased, from a call or a form. */
  public static EraseCustomer.Customer customer(Fields fields) {
    String email = fields.text("email", MAX_EMAIL);
    PaymentId payment =
        fields.read("paymentId", MAX_ID, PaymentId::parse, Message.of("field.ofpaymentid"));
    if ((email == null) == (payment == null) && fields.faults().isEmpty()) {
      fields.fault("email", Message.of("field.emailorpayment"));
    }
    fields.refuseFaults();
    return payment != null
        ? new EraseCustomer.Customer.OfPayment(payment)
        : new EraseCustomer.Customer.WithEmail(fields.require(email));
  }

  private static Answer answer(EraseCustomer.Erased erased) {
    return Answer.ok(
        Json.object()
            .put("payments", erased.payments())
            .put("events", erased.events())
            .put("letters", erased.letters())
            .bytes());
  }
}
