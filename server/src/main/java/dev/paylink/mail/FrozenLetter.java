package dev.paylink.mail;

import dev.paylink.ids.LetterId;
import dev.paylink.ids.MerchantId;
import org.jspecify.annotations.Nullable;

/**
 * A letter as it will be sent, however often that has to be tried: its words and its Message-ID are
 * made once.
 *
 * @param merchantId whom it is about, as far as that is known
 */
record FrozenLetter(
    LetterId id,
    @Nullable MerchantId merchantId,
    String to,
    String messageId,
    String subject,
    String text,
    String html) {}
