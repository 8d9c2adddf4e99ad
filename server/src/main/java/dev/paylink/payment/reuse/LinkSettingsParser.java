package dev.paylink.payment.reuse;

import dev.paylink.money.Currencies;
import dev.paylink.payment.create.CreatePaymentParser;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses what merchants say about a reusable link; a refusal lists all faults at once. Amounts,
 * currency and address follow the rules of create-payment, by its own parser.
 */
public final class LinkSettingsParser {
  private static final Set<String> KNOWN =
      Set.of(
          "slug",
          "title",
          "text",
          "currency",
          "amount",
          "minAmount",
          "maxAmount",
          "suggestedAmounts",
          "fields",
          "successUrl",
          "maxUses",
          "endsAt");
  private static final Set<String> FIELDS = Set.of("name", "email", "reference");
  private static final Pattern SLUG = Pattern.compile("(?=.{3,64}\\z)[a-z0-9]+(-[a-z0-9]+)*");
  private static final int MAX_SLUG = 64;
  private static final int MAX_TITLE = 120;
  private static final int MAX_TEXT = 1000;
  private static final int MAX_SUGGESTED = 6;
  private static final int MAX_AMOUNT = 64;
  private static final long MOST_USES = 1_000_000_000;

  private final CreatePaymentParser rules;
  private final Currencies currencies;

  public LinkSettingsParser(CreatePaymentParser rules, Currencies currencies) {
    this.rules = rules;
    this.currencies = currencies;
  }

  /** A new link; without a slug it gets one that nobody guesses. */
  record Wanted(@Nullable String slug, LinkSettings settings) {}

  Wanted parse(Fields fields, Instant now) {
    LinkSettings settings = settings(fields, now, null);
    String slug = slug(fields);
    fields.refuseFaults();
    rules.requirePayable(settings.currency());
    return new Wanted(slug, settings);
  }

  /** Reads the new settings of a link, which keeps its slug. */
  LinkSettings parse(Fields fields, Instant now, ReusableLink before) {
    LinkSettings settings = settings(fields, now, before);
    String slug = fields.text("slug", MAX_SLUG);
    if (slug != null && !slug.equals(before.slug())) {
      fields.fault("slug", Message.of("field.slugfixed"));
    }
    fields.refuseFaults();
    if (!settings.currency().equals(before.settings().currency())) {
      rules.requirePayable(settings.currency());
    }
    return settings;
  }

  private static @Nullable String slug(Fields fields) {
    return fields.read(
        "slug",
        MAX_SLUG,
        slug -> SLUG.matcher(slug).matches() ? slug : null,
        Message.of("field.slugrule"));
  }

  private LinkSettings settings(Fields fields, Instant now, @Nullable ReusableLink before) {
    fields.only(KNOWN);
    String title = fields.requiredText("title", MAX_TITLE);
    if (title != null && !PlainText.isLine(title)) {
      fields.fault("title", PlainText.RULE);
    }
    String text = fields.text("text", MAX_TEXT);
    if (text != null && !PlainText.isText(text)) {
      fields.fault("text", PlainText.RULE);
    }
    String currency = rules.currency(fields);
    BigDecimal amount = rules.amount(fields, "amount", currency);
    BigDecimal least = rules.amount(fields, "minAmount", currency);
    BigDecimal most = rules.amount(fields, "maxAmount", currency);
    List<BigDecimal> suggested = suggested(fields, currency);
    if (fields.has("amount")) {
      for (String name : List.of("minAmount", "maxAmount", "suggestedAmounts")) {
        if (fields.has(name) && !(name.equals("suggestedAmounts") && suggested.isEmpty())) {
          fields.fault(name, Message.of("field.withamount"));
        }
      }
    } else {
      checkRange(fields, least, most, suggested);
    }
    Fields asked = fields.object("fields", FIELDS);
    return new LinkSettings(
        Objects.requireNonNullElse(title, "").strip(),
        text == null || text.isBlank() ? null : text.strip(),
        Objects.requireNonNullElse(currency, currencies.standard().code()),
        amount,
        least,
        most,
        suggested,
        field(asked, "name"),
        field(asked, "email"),
        field(asked, "reference"),
        rules.url(fields, "successUrl"),
        maxUses(fields, before),
        endsAt(fields, now, before));
  }

  private List<BigDecimal> suggested(Fields fields, @Nullable String currency) {
    List<BigDecimal> amounts = new ArrayList<>();
    List<String> texts = fields.texts("suggestedAmounts", MAX_SUGGESTED, MAX_AMOUNT);
    for (String text : texts == null ? List.<String>of() : texts) {
      BigDecimal amount = rules.amount(fields, "suggestedAmounts", text, currency);
      if (amount != null) {
        amounts.add(amount);
      }
    }
    return amounts;
  }

  private static void checkRange(
      Fields fields,
      @Nullable BigDecimal least,
      @Nullable BigDecimal most,
      List<BigDecimal> suggested) {
    if (least != null && most != null && least.compareTo(most) > 0) {
      fields.fault("maxAmount", Message.of("field.minmax"));
      return;
    }
    for (BigDecimal amount : suggested) {
      if ((least != null && amount.compareTo(least) < 0)
          || (most != null && amount.compareTo(most) > 0)) {
        fields.fault("suggestedAmounts", Message.of("field.suggested"));
        return;
      }
    }
  }

  private static PayerField field(@Nullable Fields asked, String name) {
    PayerField field =
        asked == null
            ? null
            : asked.read(name, MAX_TITLE, PayerField::parse, Message.of("field.payerfield"));
    return field == null ? PayerField.off : field;
  }

  private static @Nullable Long maxUses(Fields fields, @Nullable ReusableLink before) {
    Long most = fields.integer("maxUses", 1, MOST_USES);
    if (most != null && before != null && most < before.uses()) {
      fields.fault("maxUses", Message.of("field.maxuses", before.uses()));
      return null;
    }
    return most;
  }

  private static @Nullable Instant endsAt(
      Fields fields, Instant now, @Nullable ReusableLink before) {
    Instant end = fields.time("endsAt");
    boolean kept = before != null && end != null && end.equals(before.settings().endsAt());
    if (end != null && !end.isAfter(now) && !kept) {
      fields.fault("endsAt", Message.of("field.future"));
      return null;
    }
    return end;
  }
}
