package dev.paylink.cli.access;

import dev.paylink.cli.io.Json;
import dev.paylink.cli.io.PrivateFile;
import dev.paylink.cli.io.WebhookSecret;
import org.jspecify.annotations.Nullable;

/**
 * What {@code listen} remembers for one key: the secret it signs with, made at its first use, and
 * the last event that it has handled.
 */
public final class ListenState {
  private final PrivateFile file;
  private final WebhookSecret secret;
  private @Nullable String cursor;

  private ListenState(PrivateFile file, WebhookSecret secret, @Nullable String cursor) {
    this.file = file;
    this.secret = secret;
    this.cursor = cursor;
  }

  public static ListenState of(Surroundings around, Access access) {
    PrivateFile file =
        new PrivateFile(around.settings().resolve("listen").resolve(access.name() + ".json"));
    Json kept = file.read();
    String secret = kept == null ? null : kept.text("secret");
    ListenState state =
        new ListenState(
            file,
            secret == null ? WebhookSecret.random() : WebhookSecret.of(secret),
            kept == null ? null : kept.text("cursor"));
    if (secret == null) {
      state.write();
    }
    return state;
  }

  public WebhookSecret secret() {
    return secret;
  }

  public @Nullable String cursor() {
    return cursor;
  }

  /** Remembers that all events up to this one are handled. */
  public void handled(String eventId) {
    cursor = eventId;
    write();
  }

  private void write() {
    file.write(Json.of("secret", secret.reveal(), "cursor", cursor));
  }
}
