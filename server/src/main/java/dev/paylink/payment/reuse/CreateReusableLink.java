package dev.paylink.payment.reuse;

import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.MerchantActing;
import dev.paylink.payment.read.PaymentError;
import dev.paylink.platform.crypto.Base32;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import dev.paylink.sdk.RequestSigner;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Makes reusable links, which take payments at once.
 *
 * <ul>
 *   <li>A form that is sent twice makes one link: it has the id of the link in it.
 *   <li>One idempotency key makes one link, whatever races; the same key with another body is
 *       refused.
 * </ul>
 */
final class CreateReusableLink {
  /** 80 random bits: 16 characters, which can be read out and typed. */
  private static final int SLUG_BYTES = 10;

  private final ReusableLinkStore store = new ReusableLinkStore();
  private final LinkSlugStore slugs = new LinkSlugStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final LinkSettingsParser parser;
  private final RequestLimiter limiter;

  CreateReusableLink(Jdbi jdbi, AuditLog audit, LinkSettingsParser parser, RequestLimiter limiter) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.parser = parser;
    this.limiter = limiter;
  }

  /** Makes a link with this id; returns null if there is one with it. */
  @Nullable ReusableLink handle(MerchantActing by, Fields fields, LinkId id, Instant now) {
    ReusableLink link = link(by, fields, id, now);
    return jdbi.inTransaction(handle -> store(handle, by, link, null)) ? link : null;
  }

  /** Returns the link that the key has made; null if it has made none. */
  @Nullable LinkId repeated(MerchantId merchant, String key, byte[] body) {
    byte[] hash = RequestSigner.sha256(body);
    ReusableLinkStore.Keyed known = jdbi.withHandle(handle -> store.byKey(handle, merchant, key));
    return known == null ? null : same(known, hash);
  }

  /** Makes a link for a key; returns the id of the one that the key made meanwhile, if any did. */
  LinkId handle(MerchantActing by, String key, byte[] body, Fields fields, LinkId id, Instant now) {
    ReusableLink link = link(by, fields, id, now);
    byte[] hash = RequestSigner.sha256(body);
    return jdbi.inTransaction(
        handle ->
            store(handle, by, link, new ReusableLinkStore.Request(key, hash))
                ? id
                : same(
                    Objects.requireNonNull(store.byKey(handle, by.merchantId(), key), key), hash));
  }

  private static LinkId same(ReusableLinkStore.Keyed known, byte[] hash) {
    if (!Arrays.equals(known.requestHash(), hash)) {
      throw new Rejection(PaymentError.IDEMPOTENCY_KEY_REUSED, Message.of("keyreused", known.id()))
          .with("linkId", known.id().toString());
    }
    return known.id();
  }

  private ReusableLink link(MerchantActing by, Fields fields, LinkId id, Instant now) {
    LinkSettingsParser.Wanted wanted = parser.parse(fields, now);
    limiter.require(Limit.NEW_LINKS, by.merchantId());
    limiter.require(Limit.NEW_LINKS_A_DAY, by.merchantId());
    String slug = wanted.slug();
    return new ReusableLink(
        by.merchantId(),
        id,
        slug == null ? randomSlug() : slug,
        wanted.settings(),
        true,
        0,
        now,
        null,
        null);
  }

  private boolean store(
      Handle handle,
      MerchantActing by,
      ReusableLink link,
      ReusableLinkStore.@Nullable Request request) {
    if (!store.insert(handle, link, request)) {
      return false; // it was sent twice
    }
    if (!slugs.claim(handle, link)) {
      throw Rejection.ofField(PaymentError.SLUG_TAKEN, "slug", Message.of("slug"));
    }
    audit.record(handle, by.merchantId(), by.actor(), "link.created", null, link.summary());
    return true;
  }

  private static String randomSlug() {
    return Base32.encode(RandomToken.bytes(SLUG_BYTES)).toLowerCase(Locale.ROOT);
  }
}
