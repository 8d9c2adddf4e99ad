package dev.paylink.dashboard.developers;

import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.Form;
import dev.paylink.webhook.settings.EventChoice;
import dev.paylink.webhook.settings.Retry;
import dev.paylink.webhook.settings.Webhook;
import dev.paylink.webhook.settings.WebhookScope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a webhook as a form: its address, a box for each type of event, and how long it
 * is tried. It gives the fields that the call has, so both follow the same rules.
 */
public record WebhookForm(WebhookScope scope, Form form) {
  /** The field that says that the form has boxes: a box that is not ticked is not sent. */
  private static final String LISTED = "events";

  private static final String ON = "on";

  static WebhookForm of(Request request, WebhookScope scope) {
    List<String> names = new ArrayList<>(List.of("webhookUrl", "retry", LISTED));
    names.addAll(EventChoice.known(scope));
    return new WebhookForm(scope, Form.EMPTY.with(request, names));
  }

  /** Returns the form as the webhook is; null is one that is not set up. */
  static WebhookForm of(WebhookScope scope, @Nullable Webhook webhook) {
    Map<String, String> values = new LinkedHashMap<>();
    if (webhook != null) {
      values.put("webhookUrl", webhook.url());
    }
    values.put("retry", (webhook == null ? Retry.standard : webhook.retry()).name());
    EventChoice events = webhook == null ? EventChoice.standard(scope) : webhook.events();
    events.types().forEach(type -> values.put(type, ON));
    return new WebhookForm(scope, Form.filled(values));
  }

  /** Returns the fields of the call. */
  Fields fields() {
    Map<String, @Nullable String> fields = new LinkedHashMap<>();
    fields.put("webhookUrl", form.value("webhookUrl"));
    if (!form.value("retry").isEmpty()) {
      fields.put("retry", form.value("retry"));
    }
    if (!form.value(LISTED).isEmpty()) {
      fields.put(LISTED, types().stream().filter(this::includes).collect(Collectors.joining(" ")));
    }
    return Fields.ofForm(fields);
  }

  /** Returns the types of events that the webhook can ask for. */
  public List<String> types() {
    return EventChoice.known(scope);
  }

  public boolean includes(String type) {
    return !form.value(type).isEmpty();
  }

  public @Nullable String eventsFault(Words words) {
    return form.fault(words, LISTED, LISTED) == null ? null : words.get("webhooks.noevent");
  }

  /** Returns the choices of how long to try, by their names. */
  public static Map<String, String> retries(Words words) {
    return words.choices("webhooks.retry.", (Object[]) Retry.values());
  }

  /** Returns what an event's box says. */
  public static String label(Words words, String type) {
    String key = "webhooks.event." + type;
    return words.has(key) ? words.get(key) : type;
  }
}
