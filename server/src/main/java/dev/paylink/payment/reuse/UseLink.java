package dev.paylink.payment.reuse;

import dev.paylink.merchant.brand.BrandStore;
import dev.paylink.merchant.brand.Look;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.money.Currencies;
import dev.paylink.money.Currency;
import dev.paylink.money.DepositAddress;
import dev.paylink.money.Money;
import dev.paylink.payment.create.CreatePayment;
import dev.paylink.payment.create.CreatePaymentResult;
import dev.paylink.payment.reuse.UseLinkResult.Fault;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.json.Json;
import dev.paylink.ratelimit.Budget;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Makes one payment when a payer goes on from a reusable link.
 *
 * <ul>
 *   <li>One form of ours ({@link LinkForms}) makes one payment, however often it is sent, also when
 *       that payment was the last one that the link may make: its id is the idempotency key.
 *   <li>No merchant's own key is the same: the header takes printable ASCII, this key has more.
 *   <li>Looking at a link stores nothing. Payments are limited per source, then per link, so that
 *       one source cannot use up what a link gives to all.
 * </ul>
 */
public final class UseLink {
  /** What a payer typed is not the payment's reference: merchants match orders by that. */
  static final String PAYER_REFERENCE = "payerReference";

  private static final String KEY_MARK = "link\u00b7";
  private static final Pattern SLUG = Pattern.compile("[a-z0-9-]{1,64}");
  private static final int MAX_NAME = 200;
  private static final int MAX_EMAIL = 254;
  private static final int MAX_REFERENCE = 100;

  private final ReusableLinkStore store = new ReusableLinkStore();
  private final LinkSlugStore slugs = new LinkSlugStore();
  private final MerchantStore merchants = new MerchantStore();
  private final BrandStore brands = new BrandStore();
  private final Jdbi jdbi;
  private final CreatePayment create;
  private final Currencies currencies;
  private final RequestLimiter limiter;
  private final InstantSource clock;
  private final LinkForms forms;

  public UseLink(
      Jdbi jdbi,
      CreatePayment create,
      Currencies currencies,
      RequestLimiter limiter,
      InstantSource clock,
      Vault vault) {
    this.jdbi = jdbi;
    this.create = create;
    this.currencies = currencies;
    this.limiter = limiter;
    this.clock = clock;
    this.forms = new LinkForms(vault, clock);
  }

  /** A link with its merchant, and whether it takes payments now. */
  public record Offer(ReusableLink link, Merchant merchant, LinkState state, Look look) {}

  /**
   * What a payer typed, in plain digits and without blanks around it; empty if nothing.
   *
   * @param form what {@link #newForm} gave the form that was sent
   * @param language of the page
   */
  public record Typed(
      String form, String amount, String name, String email, String reference, String language) {}

  /** Returns the link with this slug, in upper or lower case; null if there is none. */
  public @Nullable Offer find(String slugText) {
    String slug = slugText.toLowerCase(Locale.ROOT);
    if (!SLUG.matcher(slug).matches()) {
      return null;
    }
    return jdbi.withHandle(
        handle -> {
          LinkSlugStore.Owner owner = slugs.find(handle, slug);
          ReusableLink link =
              owner == null ? null : store.find(handle, owner.merchant(), owner.link());
          Merchant merchant = link == null ? null : merchants.find(handle, link.merchantId());
          return link == null || merchant == null
              ? null
              : new Offer(
                  link, merchant, state(link, merchant), brands.look(handle, merchant.id()));
        });
  }

  /** Returns what a form of this link must send, so that it is known as one of ours. */
  public String newForm(Offer offer) {
    return forms.next(offer.link().id());
  }

  /** Returns the link's picture as JPEG; null if it is another one now. */
  byte @Nullable [] picture(Offer offer, byte[] hash) {
    return jdbi.withHandle(handle -> store.picture(handle, offer.link(), hash));
  }

  private LinkState state(ReusableLink link, Merchant merchant) {
    boolean payable =
        merchant.verification() == Verification.KybVerified
            && merchant.payee() != null
            && currencies.payable().contains(link.settings().currency());
    LinkState own = link.state(clock.instant());
    return payable || own == LinkState.archived ? own : LinkState.closed;
  }

  /**
   * Makes the payment of this form, or finds the one that it has made.
   *
   * @param source the payer's address
   */
  public UseLinkResult handle(Offer offer, Typed typed, String source) {
    if (offer.state() == LinkState.closed) {
      return new UseLinkResult.Over(LinkState.closed);
    }
    Map<String, Fault> faults = faults(offer.link().settings(), typed);
    if (!faults.isEmpty()) {
      return ifOpen(offer, new UseLinkResult.Invalid(faults));
    }
    String form = forms.id(offer.link().id(), typed.form());
    if (form == null) {
      return ifOpen(offer, new UseLinkResult.FormUsed());
    }
    Budget ofSource = limiter.take(Limit.LINK_USES_OF_SOURCE, source);
    if (!ofSource.allowed()) {
      return new UseLinkResult.TooMany(ofSource.retryAfterSeconds());
    }
    Budget ofLink = limiter.take(Limit.LINK_USES, offer.link().id());
    if (!ofLink.allowed()) {
      return new UseLinkResult.TooMany(ofLink.retryAfterSeconds());
    }
    return use(offer, form, typed);
  }

  private static UseLinkResult ifOpen(Offer offer, UseLinkResult result) {
    return offer.state() == LinkState.open ? result : new UseLinkResult.Over(offer.state());
  }

  private UseLinkResult use(Offer offer, String form, Typed typed) {
    ReusableLink link = offer.link();
    DepositAddress payee = offer.merchant().payee();
    String key = KEY_MARK + link.id() + '\u00b7' + form;
    CreatePaymentResult result;
    try {
      result =
          create.use(
              link.id(),
              link.merchantId(),
              payee == null ? null : payee.value(),
              key,
              content(typed),
              payment(link, typed));
    } catch (Rejection rejection) {
      return refusal(rejection);
    }
    return switch (result) {
      case CreatePaymentResult.Created created -> new UseLinkResult.Made(created.payment());
      case CreatePaymentResult.KeyReused reused -> new UseLinkResult.FormUsed();
      case CreatePaymentResult.NoDepositAddress none -> new UseLinkResult.Over(LinkState.closed);
      case CreatePaymentResult.CurrencyNotPayable not -> new UseLinkResult.Over(LinkState.closed);
      case CreatePaymentResult.LinkEnded ended -> new UseLinkResult.Over(stateNow(link));
      case CreatePaymentResult.Invalid invalid ->
          throw new IllegalStateException(invalid.field() + " " + invalid.message());
    };
  }

  /**
   * Returns the content of a form, stored with its id: the same id with other content is refused.
   */
  private static byte[] content(Typed typed) {
    return Json.object()
        .put("amount", typed.amount())
        .put("name", typed.name())
        .put("email", typed.email())
        .put("reference", typed.reference())
        .bytes();
  }

  private static Fields payment(ReusableLink link, Typed typed) {
    LinkSettings settings = link.settings();
    BigDecimal fixed = settings.amount();
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("amount", fixed == null ? typed.amount() : fixed.toPlainString());
    fields.put("currency", settings.currency());
    fields.put("description", settings.title());
    fields.put("reference", link.id().toString());
    fields.put("locale", typed.language());
    put(fields, "successUrl", settings.successUrl());
    put(fields, "customer.name", asked(settings.name(), typed.name()));
    put(fields, "customer.email", asked(settings.email(), typed.email()));
    String reference = asked(settings.reference(), typed.reference());
    if (reference != null) {
      byte[] metadata = Json.objectOf(Map.of(PAYER_REFERENCE, reference));
      fields.put("metadata", new String(metadata, StandardCharsets.UTF_8));
    }
    return Fields.ofForm(fields);
  }

  private static void put(Map<String, String> fields, String name, @Nullable String value) {
    if (value != null) {
      fields.put(name, value);
    }
  }

  /** Returns what was typed; null if nothing was, or if the link does not ask for it. */
  private static @Nullable String asked(PayerField field, String typed) {
    return field == PayerField.off || typed.isEmpty() ? null : typed;
  }

  private Map<String, Fault> faults(LinkSettings settings, Typed typed) {
    Map<String, Fault> faults = new LinkedHashMap<>();
    if (settings.amount() == null) {
      note(faults, "amount", amountFault(settings, typed.amount()));
    }
    note(faults, "name", fault(settings.name(), typed.name(), MAX_NAME));
    note(faults, "email", fault(settings.email(), typed.email(), MAX_EMAIL));
    note(faults, "reference", fault(settings.reference(), typed.reference(), MAX_REFERENCE));
    return faults;
  }

  private static void note(Map<String, Fault> faults, String name, @Nullable Fault fault) {
    if (fault != null) {
      faults.put(name, fault);
    }
  }

  private static @Nullable Fault fault(PayerField field, String typed, int most) {
    if (field == PayerField.off) {
      return null;
    }
    if (typed.isEmpty()) {
      return field == PayerField.required ? Fault.required : null;
    }
    if (typed.length() > most) {
      return Fault.toolong;
    }
    return PlainText.isLine(typed) ? null : Fault.characters;
  }

  private @Nullable Fault amountFault(LinkSettings settings, String typed) {
    Currency currency = currencies.find(settings.currency());
    if (currency == null || !(Money.parse(typed, currency) instanceof Money.Parsed.Amount amount)) {
      return Fault.amount;
    }
    BigDecimal least = settings.minAmount();
    BigDecimal most = settings.maxAmount();
    if (least != null && amount.value().compareTo(least) < 0) {
      return Fault.least;
    }
    return most != null && amount.value().compareTo(most) > 0 ? Fault.most : null;
  }

  /** Turns what the rules of create-payment refuse into faults of the form. */
  private static UseLinkResult refusal(Rejection rejection) {
    Map<String, Fault> faults = new LinkedHashMap<>();
    rejection
        .faults()
        .forEach(
            fault -> {
              switch (fault.field()) {
                case "amount" -> faults.put("amount", Fault.amount);
                case "customer.name" -> faults.put("name", Fault.characters);
                case "customer.email" -> faults.put("email", Fault.email);
                case "metadata." + PAYER_REFERENCE -> faults.put("reference", Fault.characters);
                default -> {}
              }
            });
    if (faults.isEmpty()) {
      throw rejection; // not about anything that the payer typed
    }
    return new UseLinkResult.Invalid(faults);
  }

  /** Returns why the writer found no use left. */
  private LinkState stateNow(ReusableLink link) {
    ReusableLink now = jdbi.withHandle(handle -> store.find(handle, link.merchantId(), link.id()));
    LinkState state = now == null ? LinkState.ended : now.state(clock.instant());
    return state == LinkState.open ? LinkState.ended : state; // the clocks differ a little
  }
}
