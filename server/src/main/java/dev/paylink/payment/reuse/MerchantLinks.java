package dev.paylink.payment.reuse;

import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.Page;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.payment.read.PaymentError;
import dev.paylink.platform.crypto.Base32;
import dev.paylink.platform.crypto.RandomToken;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.BaseUrl;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.picture.Picture;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * What a signed-in user does with the merchant's reusable links, for calls and pages alike. A
 * change counts from the next use, and is in the audit log.
 */
public final class MerchantLinks {
  /** 80 random bits: 16 characters, which can be read out and typed. */
  private static final int SLUG_BYTES = 10;

  private final ReusableLinkStore store = new ReusableLinkStore();
  private final LinkSumStore sums = new LinkSumStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final LinkSettingsParser parser;
  private final RequestLimiter limiter;
  private final BaseUrl baseUrl;
  private final InstantSource clock;

  public MerchantLinks(
      Jdbi jdbi,
      AuditLog audit,
      LinkSettingsParser parser,
      RequestLimiter limiter,
      BaseUrl baseUrl,
      InstantSource clock) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.parser = parser;
    this.limiter = limiter;
    this.baseUrl = baseUrl;
    this.clock = clock;
  }

  /** A link as its merchant sees it, and what was paid by it in each currency. */
  public record Seen(
      ReusableLink link,
      String url,
      @Nullable String pictureUrl,
      LinkState state,
      List<LinkSumStore.Sum> paid) {
    /** Returns how many of its payments are paid. */
    public long payments() {
      return paid.stream().mapToLong(LinkSumStore.Sum::payments).sum();
    }
  }

  /** Makes a link, which takes payments at once. */
  public Seen create(SignedIn signedIn, Fields fields) {
    return create(signedIn, fields, newId());
  }

  /** Returns an id for a link that is made later. */
  public LinkId newId() {
    return LinkId.at(now());
  }

  /** Makes a link with this id; returns the one that has it, if it was made before. */
  public Seen create(SignedIn signedIn, Fields fields, LinkId id) {
    Instant now = now();
    LinkSettingsParser.Wanted wanted = parser.parse(fields, now);
    limiter.require(Limit.NEW_LINKS, signedIn.merchantId());
    limiter.require(Limit.NEW_LINKS_A_DAY, signedIn.merchantId());
    String slug = wanted.slug();
    ReusableLink link =
        new ReusableLink(
            signedIn.merchantId(),
            id,
            slug == null ? randomSlug() : slug,
            wanted.settings(),
            true,
            0,
            now,
            null,
            null);
    boolean made = jdbi.inTransaction(handle -> create(handle, signedIn, link));
    return made ? seen(link, List.of()) : read(signedIn.merchantId(), id.toString());
  }

  private boolean create(Handle handle, SignedIn signedIn, ReusableLink link) {
    if (!store.insert(handle, link)) {
      return false; // the form was sent twice
    }
    if (!store.claimSlug(handle, link)) {
      throw Rejection.ofField(PaymentError.SLUG_TAKEN, "slug", Message.of("slug"));
    }
    record(handle, signedIn, "link.created", null, link);
    return true;
  }

  /** Replaces all settings of a link; it keeps its slug. */
  public Seen change(SignedIn signedIn, String id, Fields fields) {
    return change(
        signedIn,
        id,
        (handle, before) -> {
          LinkSettings settings = parser.parse(fields, now(), before);
          if (settings.equals(before.settings())) {
            return null;
          }
          store.update(handle, before, settings);
          return "link.changed";
        });
  }

  /** Switches a link on or off, at once; one that is archived stays off. */
  public Seen turn(SignedIn signedIn, String id, boolean active) {
    return change(
        signedIn,
        id,
        (handle, before) -> {
          if (active && before.archivedAt() != null) {
            throw new Rejection(PaymentError.LINK_ARCHIVED, Message.of("archived"));
          }
          String action = active ? "link.activated" : "link.deactivated";
          return store.turn(handle, before, active) ? action : null;
        });
  }

  /**
   * Puts a link away, switched off, or brings it back, still switched off. Counts and payments stay
   * as they are.
   */
  public Seen archive(SignedIn signedIn, String id, boolean away) {
    return change(
        signedIn,
        id,
        (handle, before) ->
            away
                ? store.archive(handle, before, now()) ? "link.archived" : null
                : store.bringBack(handle, before) ? "link.unarchived" : null);
  }

  /** Changes a link under its lock; what it was and is now is recorded as the action, if any. */
  private Seen change(
      SignedIn signedIn, String id, BiFunction<Handle, ReusableLink, @Nullable String> change) {
    jdbi.useTransaction(
        handle -> {
          ReusableLink before = lock(handle, signedIn, id);
          String action = change.apply(handle, before);
          if (action != null) {
            record(handle, signedIn, action, before, stored(handle, before));
          }
        });
    return read(signedIn.merchantId(), id);
  }

  /** Replaces the picture of a link, once it was decoded and encoded again. */
  public Seen changePicture(SignedIn signedIn, String id, byte[] upload) {
    limiter.require(Limit.LINK_PICTURES, signedIn.merchantId());
    limiter.require(Limit.PICTURES_A_DAY, signedIn.merchantId());
    Picture picture = Picture.of(Picture.Use.ILLUSTRATION, upload);
    return picture(signedIn, id, (handle, link) -> store.putPicture(handle, link, picture));
  }

  /** Removes the picture of a link; removing none changes nothing. */
  public Seen removePicture(SignedIn signedIn, String id) {
    return picture(signedIn, id, store::removePicture);
  }

  private Seen picture(SignedIn signedIn, String id, BiConsumer<Handle, ReusableLink> change) {
    jdbi.useTransaction(
        handle -> {
          ReusableLink before = lock(handle, signedIn, id);
          change.accept(handle, before);
          ReusableLink after = stored(handle, before);
          String now = after == null ? null : after.pictureName();
          if (!Objects.equals(before.pictureName(), now)) {
            audit.record(
                handle,
                signedIn.merchantId(),
                signedIn.actor(),
                "link.picture_changed",
                before.id() + ": " + Objects.requireNonNullElse(before.pictureName(), "none"),
                before.id() + ": " + Objects.requireNonNullElse(now, "none"));
          }
        });
    return read(signedIn.merchantId(), id);
  }

  /** Returns one link; refuses with 404 if the merchant has none with this id. */
  public Seen read(MerchantId merchant, String idText) {
    LinkId id = LinkId.parse(idText);
    return jdbi.withHandle(
        handle -> {
          ReusableLink link = id == null ? null : store.find(handle, merchant, id);
          if (link == null) {
            throw notFound();
          }
          return seen(link, sums.of(handle, merchant, List.of(link.id())));
        });
  }

  /**
   * Returns some links, newest first; those before {@code before}, if it is given.
   *
   * @param archived whether to list those that are archived, or those that are not
   */
  public Page<Seen, LinkId> list(
      MerchantId merchant, boolean archived, @Nullable LinkId before, int limit) {
    return jdbi.withHandle(
        handle -> {
          List<ReusableLink> found =
              store.older(
                  handle, merchant, archived, before == null ? LinkId.LAST : before, limit + 1);
          Map<LinkId, List<LinkSumStore.Sum>> paid =
              sums.of(handle, merchant, found.stream().map(ReusableLink::id).toList()).stream()
                  .collect(Collectors.groupingBy(LinkSumStore.Sum::link));
          return Page.of(
              found.stream()
                  .map(link -> seen(link, paid.getOrDefault(link.id(), List.of())))
                  .toList(),
              limit,
              seen -> seen.link().id());
        });
  }

  /** Returns the link that made the payment; null if none did. */
  public @Nullable ReusableLink ofPayment(MerchantId merchant, PaymentId payment) {
    return jdbi.withHandle(handle -> store.ofPayment(handle, merchant, payment));
  }

  private Seen seen(ReusableLink link, List<LinkSumStore.Sum> paid) {
    String picture = link.picturePath();
    return new Seen(
        link,
        baseUrl.resolve(link.path()),
        picture == null ? null : baseUrl.resolve(picture),
        link.state(clock.instant()),
        paid);
  }

  private ReusableLink lock(Handle handle, SignedIn signedIn, String idText) {
    LinkId id = LinkId.parse(idText);
    ReusableLink link = id == null ? null : store.lock(handle, signedIn.merchantId(), id);
    if (link == null) {
      throw notFound();
    }
    return link;
  }

  private @Nullable ReusableLink stored(Handle handle, ReusableLink before) {
    return store.find(handle, before.merchantId(), before.id());
  }

  private void record(
      Handle handle,
      SignedIn signedIn,
      String action,
      @Nullable ReusableLink before,
      @Nullable ReusableLink after) {
    audit.record(
        handle,
        signedIn.merchantId(),
        signedIn.actor(),
        action,
        before == null ? null : before.summary(),
        after == null ? null : after.summary());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static String randomSlug() {
    return Base32.encode(RandomToken.bytes(SLUG_BYTES)).toLowerCase(Locale.ROOT);
  }

  private static Rejection notFound() {
    return new Rejection(PaymentError.LINK_NOT_FOUND, Message.of("nolink"));
  }
}
