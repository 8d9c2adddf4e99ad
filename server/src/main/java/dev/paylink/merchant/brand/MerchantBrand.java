package dev.paylink.merchant.brand;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.AuditLog;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.platform.picture.Picture;
import dev.paylink.ratelimit.Limit;
import dev.paylink.ratelimit.RequestLimiter;
import java.util.HexFormat;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes how a merchant's pages and letters look, and whether its customers are
 * reminded. Each change is in the audit log.
 */
public final class MerchantBrand {
  private final BrandStore store = new BrandStore();
  private final Jdbi jdbi;
  private final AuditLog audit;
  private final RequestLimiter limiter;

  public MerchantBrand(Jdbi jdbi, AuditLog audit, RequestLimiter limiter) {
    this.jdbi = jdbi;
    this.audit = audit;
    this.limiter = limiter;
  }

  public Brand read(SignedIn signedIn) {
    return jdbi.withHandle(handle -> store.find(handle, signedIn.merchantId()));
  }

  /** Replaces colour and reminder. */
  public Brand change(SignedIn signedIn, Brand.Wish wish) {
    return apply(signedIn, (handle, merchant) -> store.update(handle, merchant, wish));
  }

  /** Replaces the logo by this picture, once it was decoded and encoded again. */
  public Brand changeLogo(SignedIn signedIn, byte[] upload) {
    limiter.require(Limit.LOGOS, signedIn.merchantId());
    limiter.require(Limit.PICTURES_A_DAY, signedIn.merchantId());
    Picture picture = Picture.of(Picture.Use.LOGO, upload);
    return apply(signedIn, (handle, merchant) -> store.putLogo(handle, merchant, picture));
  }

  /** Removes the logo; removing none changes nothing. */
  public Brand removeLogo(SignedIn signedIn) {
    return apply(signedIn, store::removeLogo);
  }

  private Brand apply(SignedIn signedIn, BiConsumer<Handle, MerchantId> change) {
    MerchantId merchant = signedIn.merchantId();
    return jdbi.inTransaction(
        handle -> {
          Brand before = store.lock(handle, merchant);
          change.accept(handle, merchant);
          Brand after = store.find(handle, merchant);
          audit.recordIfChanged(
              handle, signedIn, "brand.color_changed", color(before), color(after));
          audit.recordIfChanged(handle, signedIn, "brand.logo_changed", logo(before), logo(after));
          audit.recordIfChanged(
              handle,
              signedIn,
              "brand.reminder_changed",
              before.reminderHours(),
              after.reminderHours());
          return after;
        });
  }

  private static @Nullable String color(Brand brand) {
    return brand.color() == null ? null : brand.color().hex();
  }

  private static @Nullable String logo(Brand brand) {
    return brand.logo() == null ? null : HexFormat.of().formatHex(brand.logo().hash());
  }
}
