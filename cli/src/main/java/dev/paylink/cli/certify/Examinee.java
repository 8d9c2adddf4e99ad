package dev.paylink.cli.certify;

import dev.paylink.cli.io.WebhookSecret;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The receiver to examine, and how to look behind it.
 *
 * @param scope what its events are about; a payout takes the place of an order
 * @param stateUrl says what the shop thinks of an order, with {@code {paymentId}}, {@code
 *     {payoutId}} or {@code {reference}} in it; null when only answers can be seen
 * @param stateField the member of its answer that holds the order's status
 * @param orderUrl makes an order on POST and answers its {@code paymentId}; null when the shop
 *     takes events of payments it does not know
 * @param restart a shell command that restarts the receiver; null when it must not be
 * @param timeout for one delivery, as the service has it
 * @param settle how long the shop may work on an event after its answer
 */
public record Examinee(
    URI url,
    WebhookSecret secret,
    Scope scope,
    @Nullable String stateUrl,
    String stateField,
    @Nullable URI orderUrl,
    @Nullable String restart,
    Duration timeout,
    Duration settle) {}
