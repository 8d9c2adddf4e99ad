package dev.paylink.payment.reuse;

import dev.paylink.ids.LinkId;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.Page;
import dev.paylink.ids.PaymentId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.MerchantActing;
import dev.paylink.payment.read.PaymentError;
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
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * What a merchant's people and servers do with its reusable links, for calls and pages alike. A
 * change counts from the next use, and is in the audit log.
 */
public final class MerchantLinks {
  private final ReusableLinkStore store = new ReusableLinkStore();
  private final LinkSumStore sums = new LinkSumStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final LinkSettingsParser parser;
  private final RequestLimiter limiter;
  private final CreateReusableLink create;
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
    this.create = new CreateReusableLink(jdbi, audit, parser, limiter);
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
  public Seen create(MerchantActing by, Fields fields) {
    return create(by, fields, newId());
  }

  /** Returns an id for a link that is made later. */
  public LinkId newId() {
    return LinkId.at(now());
  }

  /** Makes a link with this id; returns the one that has it, if it was made before. */
  public Seen create(MerchantActing by, Fields fields, LinkId id) {
    ReusableLink link = create.handle(by, fields, id, now());
    return link == null ? read(by.merchantId(), id.toString()) : seen(link, List.of());
  }

  /** A link, and whether this request repeats the one that made it. */
  public record Requested(Seen seen, boolean replayed) {}

  /**
   * Makes a link for a server.
   *
   * @param key the same each time one request is sent, so that it makes one link
   * @param body another body with the same key is refused
   */
  public Requested create(MerchantActing by, String key, byte[] body) {
    LinkId known = create.repeated(by.merchantId(), key, body);
    LinkId id = newId();
    LinkId made =
        known == null ? create.handle(by, key, body, Fields.parse(body), id, now()) : known;
    return new Requested(read(by.merchantId(), made.toString()), !made.equals(id));
  }

  /** Replaces all settings of a link; it keeps its slug. */
  public Seen change(MerchantActing by, String id, Fields fields) {
    return change(
        by,
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
  public Seen turn(MerchantActing by, String id, boolean active) {
    return change(
        by,
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
   * Archives a link, which switches it off, or restores it, still switched off. Counts and payments
   * stay as they are.
   */
  public Seen archive(MerchantActing by, String id, boolean away) {
    return change(
        by,
        id,
        (handle, before) ->
            away
                ? store.archive(handle, before, now()) ? "link.archived" : null
                : store.bringBack(handle, before) ? "link.unarchived" : null);
  }

  /** Changes a link under its lock; what it was and is now is recorded as the action, if any. */
  private Seen change(
      MerchantActing by, String id, BiFunction<Handle, ReusableLink, @Nullable String> change) {
    jdbi.useTransaction(
        handle -> {
          ReusableLink before = lock(handle, by, id);
          String action = change.apply(handle, before);
          if (action != null) {
            record(handle, by, action, before, stored(handle, before));
          }
        });
    return read(by.merchantId(), id);
  }

  /** Replaces the picture of a link, once it was decoded and encoded again. */
  public Seen changePicture(MerchantActing by, String id, byte[] upload) {
    limiter.require(Limit.LINK_PICTURES, by.merchantId());
    limiter.require(Limit.PICTURES_A_DAY, by.merchantId());
    Picture picture = Picture.of(Picture.Use.ILLUSTRATION, upload);
    return picture(by, id, (handle, link) -> store.putPicture(handle, link, picture));
  }

  /** Removes the picture of a link; removing none changes nothing. */
  public Seen removePicture(MerchantActing by, String id) {
    return picture(by, id, store::removePicture);
  }

  private Seen picture(MerchantActing by, String id, BiConsumer<Handle, ReusableLink> change) {
    jdbi.useTransaction(
        handle -> {
          ReusableLink before = lock(handle, by, id);
          change.accept(handle, before);
          ReusableLink after = stored(handle, before);
          String now = after == null ? null : after.pictureName();
          if (!Objects.equals(before.pictureName(), now)) {
            audit.record(
                handle,
                by.merchantId(),
                by.actor(),
                "link.picture_changed",
                before.id() + ": " + Objects.requireNonNullElse(before.pictureName(), "none"),
                before.id() + ": " + Objects.requireNonNullElse(now, "none"));
          }
        });
    return read(by.merchantId(), id);
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

  private ReusableLink lock(Handle handle, MerchantActing by, String idText) {
    LinkId id = LinkId.parse(idText);
    ReusableLink link = id == null ? null : store.lock(handle, by.merchantId(), id);
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
      MerchantActing by,
      String action,
      @Nullable ReusableLink before,
      @Nullable ReusableLink after) {
    audit.record(
        handle,
        by.merchantId(),
        by.actor(),
        action,
        before == null ? null : before.summary(),
        after == null ? null : after.summary());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static Rejection notFound() {
    return new Rejection(PaymentError.LINK_NOT_FOUND, Message.of("nolink"));
  }
}
