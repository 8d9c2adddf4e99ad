package dev.paylink.dashboard.payments;

import dev.paylink.ids.LinkId;
import dev.paylink.payment.reuse.LinkSettings;
import dev.paylink.payment.reuse.PayerField;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.LocalFormat;
import dev.paylink.platform.web.Form;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a reusable link as a form. It gives the fields that the call has, so both follow
 * the same rules.
 */
public record ReusableLinkForm(Form form) {
  private static final String SLUG = "slug";

  /** The id of the link that the form makes, so that it makes one however often it is sent. */
  private static final String FORM = "form";

  /** Whether the amount is fixed or the payer's choice; calls need no such field. */
  private static final String PRICING = "pricing";

  private static final String FIXED = "fixed";
  private static final String OPEN = "open";
  private static final String AMOUNT = "amount";
  private static final List<String> CHOSEN = List.of("minAmount", "maxAmount", "suggestedAmounts");
  private static final List<String> ASKED =
      List.of("fields.name", "fields.email", "fields.reference");
  private static final Set<String> NOT_ASKED = Set.of("", PayerField.off.name());
  private static final String ENDS_AT = "endsAt";
  private static final List<String> MORE = List.of("text", "maxUses", ENDS_AT, "successUrl", SLUG);
  private static final List<String> NAMES =
      List.of(
          SLUG,
          "title",
          "text",
          "currency",
          AMOUNT,
          "minAmount",
          "maxAmount",
          "suggestedAmounts",
          "fields.name",
          "fields.email",
          "fields.reference",
          "successUrl",
          "maxUses",
          ENDS_AT);
  private static final List<BigDecimal> SUGGESTIONS =
      List.of(new BigDecimal("5.00"), new BigDecimal("10.00"), new BigDecimal("25.00"));
  private static final Pattern LOCAL =
      Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}");

  static ReusableLinkForm of(Request request) {
    return new ReusableLinkForm(Form.of(request, FORM, PRICING).with(request, NAMES));
  }

  static ReusableLinkForm fresh(String currency, LinkId id) {
    return new ReusableLinkForm(
        Form.filled(Map.of("currency", currency, FORM, id.toString(), PRICING, FIXED)));
  }

  /** Returns an example of suggested amounts, as the form takes them in this language. */
  public static String suggestions(LocalFormat format) {
    return AmountFields.typed(SUGGESTIONS, format);
  }

  /** Tells whether payers choose what they pay. */
  public boolean isOpen() {
    return form.value(PRICING).equals(OPEN);
  }

  /** Tells whether payers are asked for anything about themselves. */
  public boolean asks() {
    return ASKED.stream()
        .anyMatch(name -> !NOT_ASKED.contains(form.value(name)) || form.isFaulty(name));
  }

  /** Tells whether any of the fields that few links need is filled in, or is wrong. */
  public boolean hasMore() {
    return MORE.stream().anyMatch(name -> !form.value(name).isEmpty() || form.isFaulty(name));
  }

  /** Returns the id of the link to make; null if the form has none. */
  @Nullable LinkId id() {
    return LinkId.parse(form.value(FORM));
  }

  static ReusableLinkForm of(LinkSettings settings, LocalFormat format) {
    Map<String, @Nullable String> values = new LinkedHashMap<>();
    values.put("title", settings.title());
    values.put("text", settings.text());
    values.put("currency", settings.currency());
    values.put(PRICING, settings.amount() == null ? OPEN : FIXED);
    values.put(AMOUNT, typed(settings.amount(), format));
    values.put("minAmount", typed(settings.minAmount(), format));
    values.put("maxAmount", typed(settings.maxAmount(), format));
    values.put("suggestedAmounts", AmountFields.typed(settings.suggestedAmounts(), format));
    values.put("fields.name", settings.name().name());
    values.put("fields.email", settings.email().name());
    values.put("fields.reference", settings.reference().name());
    values.put("successUrl", settings.successUrl());
    values.put("maxUses", settings.maxUses() == null ? null : settings.maxUses().toString());
    values.put(ENDS_AT, local(settings.endsAt()));
    return new ReusableLinkForm(Form.filled(values));
  }

  /**
   * Returns the fields of the call. An end that was left as it is shown stays as it is, to the
   * second. What the form hid because the other pricing was chosen is left out.
   */
  Fields fields(@Nullable LinkSettings before, LocalFormat format) {
    Form plain =
        AmountFields.plainList(
            AmountFields.plain(form, format, AMOUNT, "minAmount", "maxAmount"),
            format,
            "suggestedAmounts");
    Map<String, String> filled = new LinkedHashMap<>();
    for (String name : NAMES) {
      String value = plain.value(name);
      if (!value.isEmpty()) {
        filled.put(name, value);
      }
    }
    switch (form.value(PRICING)) {
      case OPEN -> filled.remove(AMOUNT);
      case FIXED -> {
        filled.putIfAbsent(AMOUNT, ""); // refused: a fixed amount has to be one
        filled.keySet().removeAll(CHOSEN);
      }
      default -> {} // as filled in
    }
    filled.computeIfPresent(ENDS_AT, (name, typed) -> end(typed, before));
    return Fields.ofForm(filled);
  }

  private static String end(String typed, @Nullable LinkSettings before) {
    Instant kept = before == null ? null : before.endsAt();
    if (kept != null && typed.equals(local(kept))) {
      return kept.toString();
    }
    return LOCAL.matcher(typed).matches() ? typed + ":00Z" : typed;
  }

  private static @Nullable String local(@Nullable Instant time) {
    return time == null
        ? null
        : LocalDateTime.ofInstant(time.truncatedTo(ChronoUnit.MINUTES), ZoneOffset.UTC).toString();
  }

  private static @Nullable String typed(@Nullable BigDecimal amount, LocalFormat format) {
    return amount == null ? null : format.typed(amount);
  }
}
