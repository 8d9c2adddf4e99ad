package dev.paylink.webhook.settings;

import org.jspecify.annotations.Nullable;

/** The secrets that sign now; {@code previous} is set for a while after a rotation. */
public record SigningSecrets(SigningSecret current, @Nullable SigningSecret previous) {}
