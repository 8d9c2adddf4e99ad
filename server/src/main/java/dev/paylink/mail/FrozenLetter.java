package dev.paylink.mail;

import dev.paylink.ids.LetterId;
import dev.paylink.ids.MerchantId;
import org.jspecify.annotations.Nullable;

/**
 * A letter exactly as it will be sent, in every attempt: its words and its Message-ID are made
 * once.
 *
 * @param merchantId the merchant it is about, if known
 * @param kind null if its reader may get any number of such letters
 */
record FrozenLetter(
    LetterId id,
    @Nullable MerchantId merchantId,
    String to,
    String messageId,
    String subject,
    String text,
    String html,
    @Nullable LetterKind kind) {}
