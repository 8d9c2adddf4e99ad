package dev.paylink.checkout;

import dev.paylink.testing.Await;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import dev.paylink.testing.Uploads;
import java.awt.Color;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** A shop with a payment in every state and values as long as they may be, and all its pages. */
final class Gallery implements AutoCloseable {
  private static final String LONG = "a-reference-without-any-blank-in-it-".repeat(3);
  private static final String TEXT =
      "Two tickets for the long night of lighthouses, row F, seats 12 and 13, with programme";

  final ChainShop shop = new ChainShop();
  final Browser owner = shop.service.signedIn();
  private final TestService sandbox = TestService.start();
  private final Map<String, String> pages = new LinkedHashMap<>();
  private final String payee;

  Gallery() {
    PageTest.nameMerchant(shop.service, "Lighthouse Theatre and Museum of Coastal Navigation");
    Link open = new NewLink(shop.service).create();
    payee = shop.service.stored().text("select payee from payment where id = ?", row(open));
    shop.chain.impersonate(payee);
    shop.chain.transfer(shop.chain.payer(), payee, 1_000_000_000);
    owner
        .put(
            "/merchant/profile",
            "{\"contact\":\"help@shop.example\",\"privacyUrl\":\"https://shop.example/privacy\"}")
        .expect(200);
    addSandboxPages();
    addPayments();
    addLinks();
    addPayouts();
    addMerchantsPages();
    addOpenPages();
    addDeskPages();
    addSuspended();
  }

  /** Name of each page and where it is. */
  Map<String, String> pages() {
    return pages;
  }

  /** What a payer sees where no chain is configured. */
  private void addSandboxPages() {
    for (String locale : new String[] {"en", "de", "ar", "ja"}) {
      page("sandbox-" + locale, new NewLink(sandbox).with("locale", locale).create().url());
    }
  }

  private void addPayments() {
    Link open = ticket().create();
    page("pay-open", open.url());
    page("pay-open-german", ticket().with("locale", "de").create().url());
    page("pay-open-arabic", ticket().with("locale", "ar").create().url());
    page("pay-choose-amount", ticket().openAmount().create().url());
    Link transfer = ticket().create();
    showAddress(transfer);
    page("pay-transfer", transfer.url());
    Link german = ticket().with("locale", "de").create();
    showAddress(german);
    page("pay-transfer-german", german.url());
    Link arabic = ticket().with("locale", "ar").create();
    String partly = showAddress(arabic);
    shop.chain.transfer(shop.chain.payer(), partly, 100_000_000);
    page("pay-partly-arabic", arabic.url());
    Link part = ticket().create();
    shop.chain.transfer(shop.chain.payer(), showAddress(part), 100_000_000);
    page("pay-partly", part.url());
    page("dashboard-payment-partly", dashboard("/payments/" + part.id()));
    Link late = ticket().create();
    String lateAddress = showAddress(late);
    late.passDeadline(shop.service);
    shop.chain.transfer(shop.chain.payer(), lateAddress, 125_500_000);
    page("pay-late", late.url());
    page("dashboard-payment-late", dashboard("/payments/" + late.id()));
    page("pay-submitted", ticket().status("submitted").create().url());
    page("pay-failed", ticket().status("failed").reason("INSUFFICIENT_FUNDS").create().url());
    Link expired = ticket().create();
    expired.passDeadline(shop.service);
    page("pay-expired", expired.url());
    Link paid = ticket().create();
    shop.pay(paid);
    page("pay-paid", paid.url());
    page("receipt", paid.url("/receipt"));
    Link much = ticket().create();
    shop.chain.transfer(shop.chain.payer(), showAddress(much), 140_000_000);
    shop.chain.mine(ChainShop.DEPTH);
    shop.awaitWatcher();
    Await.until("surplus", () -> shop.status(much).equals("success"));
    page("pay-surplus", much.url());
    page("receipt-surplus", much.url("/receipt"));
    page("dashboard-payment-surplus", dashboard("/payments/" + much.id()));
    page("refund-address", refund(much, "{\"amount\":\"20\"}").get("addressUrl").asString());
    addRefunded();
  }

  private void addRefunded() {
    Link refunded = ticket().with("locale", "ar").create();
    shop.pay(refunded);
    JsonNode refund = refund(refunded, "{\"amount\":\"25.50\",\"reason\":\"" + TEXT + "\"}");
    JsonNode steps =
        owner
            .post(
                "/merchant/refunds/" + refund.get("refundId").asString() + "/wallet",
                "{\"payer\":\"" + payee + "\"}")
            .expect(200)
            .json();
    shop.send(payee, steps.get("approve"));
    shop.send(payee, steps.get("pay"));
    shop.chain.mine(ChainShop.DEPTH);
    shop.awaitWatcher();
    refund(refunded, "{\"amount\":\"10\"}");
    page("pay-refunded-arabic", refunded.url());
    page("receipt-refunded-arabic", refunded.url("/receipt"));
    page("dashboard-payment-refunded", dashboard("/payments/" + refunded.id()));
    page("dashboard-refund-form", dashboard("/payments/" + refunded.id() + "/refund"));
    page(
        "dashboard-invoice",
        dashboard("/invoices/" + shop.service.calls().status(refunded.id()).text("invoiceId")));
  }

  private void addLinks() {
    Reply plain =
        owner.post("/merchant/links", "{\"title\":\"Concert\",\"amount\":\"5\"}").expect(201);
    Reply free =
        owner
            .post(
                "/merchant/links",
                """
                {"title":"%s","text":"%s","minAmount":"5","maxAmount":"5000",
                 "suggestedAmounts":["10","25","100"],"maxUses":100,
                 "fields":{"name":"required","email":"optional","reference":"optional"}}
                """
                    .formatted(TEXT.substring(0, 60), TEXT))
            .expect(201);
    try (Uploads uploads = new Uploads(shop.service, owner)) {
      byte[] file = Uploads.picture("png", 900, 450, new Color(30, 90, 120));
      uploads.put("/merchant/links/" + free.text("id") + "/picture", file);
    }
    page("link-picture", free.text("url"));
    page("dashboard-link", dashboard("/reusable-links/" + free.text("id")));
    page("dashboard-link-plain", dashboard("/reusable-links/" + plain.text("id")));
    Reply off = owner.post("/merchant/links", "{\"title\":\"Over\",\"amount\":\"5\"}").expect(201);
    owner.post("/merchant/links/" + off.text("id") + "/deactivate").expect(200);
    Reply fixed =
        owner.post("/merchant/links", "{\"title\":\"Coffee\",\"amount\":\"5\"}").expect(201);
    page("link-plain", fixed.text("url"));
    page("link-off", off.text("url"));
    owner.post("/merchant/links/" + plain.text("id") + "/archive").expect(200);
  }

  /** One that agrees, one that does not, and one with nothing but its sum. */
  private void addPayouts() {
    Link paid = ticket().create();
    shop.pay(paid);
    Link other = ticket().create();
    shop.pay(other);
    String bank = ",\"accountLast4\":\"3000\",\"bankReference\":\"" + LONG + "\"";
    payOut(
        "short",
        "sent",
        "10.00",
        ",\"payments\":[\"" + paid.id() + "\"],\"rate\":\"0.9522\"" + bank);
    payOut("short", "paid", "12.00", ",\"fee\":\"1.30\"");
    payOut("plain", "initiated", "1234567.89", "");
    payOut("failed", "failed", "3.00", bank);
    String long1 =
        payOut(LONG, "paid", "900000000.00", ",\"payments\":[\"" + other.id() + "\"]" + bank);
    page("dashboard-payout", dashboard("/payouts/" + long1));
    page("dashboard-payouts", dashboard("/payouts"));
    String month = owner.get("/merchant/statements").json().at("/data/0/month").asString();
    page("dashboard-statement", dashboard("/statements/" + month));
  }

  private String payOut(String ref, String state, String amount, String more) {
    String body =
        """
        {"payoutRef":"%s","merchantId":"%s","type":"payout.%s","amount":"%s","currency":"EUR",\
        "occurredAt":"2026-01-05T12:00:00Z"%s}"""
            .formatted(ref, shop.service.merchant().merchantId(), state, amount, more);
    return shop.service.callback().payout(body).expect(200).text("payoutId");
  }

  private void addMerchantsPages() {
    owner.put(
        "/merchant/webhooks/invoice_settlement",
        "{\"webhookUrl\":\"https://shop.example/" + "hooks/".repeat(20) + "\"}");
    owner.post("/merchant/api-keys", "{\"label\":\"" + LONG.substring(0, 60) + "\"}");
    owner.post(
        "/merchant/invitations",
        "{\"email\":\"somebody.with.a.long.name@"
            + "sub.".repeat(12)
            + "example.com\",\"role\":\"admin\"}");
    shop.service.calls().create("{\"amount\":\"-1\"}");
    for (String path :
        new String[] {
          "",
          "/payments",
          "/payments?search=nothing",
          "/refunds",
          "/refunds/send",
          "/invoices",
          "/statements",
          "/collect",
          "/events",
          "/events?state=exhausted",
          "/links/new",
          "/reusable-links",
          "/reusable-links?archived=true",
          "/keys",
          "/webhooks",
          "/requests",
          "/requests?status=5xx",
          "/signature",
          "/settings",
          "/settings/rules",
          "/brand",
          "/team",
          "/team/sso",
          "/security",
          "/audit",
          "/no-such-page"
        }) {
      page("dashboard" + path.replaceAll("\\W", "-"), dashboard(path));
    }
  }

  private void addOpenPages() {
    for (String path :
        new String[] {
          "/",
          "/docs",
          "/docs/integrate/quickstart",
          "/docs/integrate/overview",
          "/docs/integrate/going-live",
          "/docs/operate/monitoring",
          "/docs/api/payments",
          "/docs/api/objects",
          "/docs/errors/INVALID_REQUEST",
          "/docs/no-such",
          "/no-such",
          "/dashboard/sign-up",
          "/dashboard/forgot",
          "/dashboard/sign-in/sso"
        }) {
      page("open" + path.replaceAll("\\W", "-"), shop.service.baseUrl() + path);
    }
  }

  private void addDeskPages() {
    TestService whole = shop.service;
    Browser stranger = whole.register("gallery@example.com");
    stranger.put(
        "/merchant/kyb",
        "{\"legalName\":\""
            + TEXT
            + "\",\"country\":\"IE\",\"registrationNumber\":\"IE-1234567\"}");
    for (String path :
        new String[] {
          "",
          "/desk/review",
          "/desk/merchants",
          "/desk/merchants/" + whole.merchant().merchantId(),
          "/desk/deliveries",
          "/desk/mismatches",
          "/desk/tokens",
          "/desk/relays",
          "/desk/system",
          "/desk/approvals",
          "/desk/operators",
          "/desk/account"
        }) {
      page("desk" + path.replaceAll("\\W", "-"), whole.internalUrl() + "/admin" + path);
    }
  }

  /** The coin is suspended: one payment in it was made all the same, another one waits. */
  private void addSuspended() {
    Link held = ticket().with("amount", "0.5").with("currency", "ETH").create();
    JsonNode pay =
        shop.service
            .browser()
            .post(
                held.path() + "/wallet",
                "{\"option\":\"%d:ETH\",\"payer\":\"%s\"}"
                    .formatted(shop.chain.chainId(), shop.chain.payer()))
            .expect(200)
            .json()
            .get("pay");
    Link waiting = ticket().with("amount", "0.5").with("currency", "ETH").create();
    shop.service
        .operator()
        .post("/admin/tokens/local/ETH/suspend", "{\"reason\":\"" + TEXT + "\"}")
        .expect(200);
    shop.chain.call(
        "eth_sendTransaction",
        Map.of(
            "from", shop.chain.payer(),
            "to", pay.get("to").stringValue(),
            "data", pay.get("data").stringValue(),
            "value", pay.get("value").stringValue()));
    shop.chain.mine(ChainShop.DEPTH);
    Await.until(
        "it is held",
        () -> shop.service.operator().get("/admin/held-payments").body().contains(held.id()));
    page("pay-held", held.url());
    page("pay-suspended", waiting.url());
    page("dashboard-payment-held", dashboard("/payments/" + held.id()));
  }

  private NewLink ticket() {
    return new NewLink(shop.service)
        .with("description", TEXT)
        .with("reference", LONG)
        .with("invoiceNumber", "INV-" + UUID.randomUUID())
        .with("customer", Map.of("name", "Wolfeschlegelsteinhausenbergerdorff, Hubert"))
        .with("expiresIn", 3_600)
        .with("successUrl", "https://shop.example/thanks");
  }

  private String showAddress(Link link) {
    shop.service
        .browser()
        .with("Content-Type", "application/x-www-form-urlencoded")
        .post(link.path() + "/transfer", "option=" + shop.chain.chainId() + "%3ATUSD")
        .expect(303);
    String html = shop.service.browser().get(link.path()).body();
    int at = html.indexOf("<code", html.indexOf("id=\"transfer\""));
    String code = html.substring(html.indexOf('>', at) + 1, html.indexOf("</code>", at));
    return code.replaceAll("<[^>]*>", "").strip();
  }

  private JsonNode refund(Link link, String body) {
    return shop.service
        .calls()
        .with("X-Idempotency-Key", UUID.randomUUID().toString())
        .post("/sdk/server/payments/" + link.id() + "/refunds", body)
        .expect(200)
        .json();
  }

  private void page(String name, String url) {
    pages.put(name, URI.create(url).toString());
  }

  private String dashboard(String path) {
    return shop.service.baseUrl() + "/dashboard" + path;
  }

  private static UUID row(Link link) {
    return Stored.payment(link.id());
  }

  @Override
  public void close() {
    sandbox.close();
    shop.close();
  }
}
