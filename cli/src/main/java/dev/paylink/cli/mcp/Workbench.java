package dev.paylink.cli.mcp;

import dev.paylink.cli.access.Api;
import dev.paylink.cli.io.WebhookSecret;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * What the tools work with. Each call asks again, so a sandbox may restart on another port or with
 * another key, and a missing key is the error of a call rather than of the start.
 */
public record Workbench(
    Supplier<Api> api,
    Supplier<String> keySecret,
    Supplier<WebhookSecret> webhookSecret,
    InstantSource clock) {}
