package dev.paylink.mail;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A letter as it will be sent, however often that has to be tried: its words and its Message-ID are
 * made once.
 *
 * @param merchantId whom it is about, as far as that is known
 */
record FrozenLetter(
    LetterId id,
    @Nullable UUID merchantId,
    String to,
    String messageId,
    String subject,
    String text,
    String html) {}
