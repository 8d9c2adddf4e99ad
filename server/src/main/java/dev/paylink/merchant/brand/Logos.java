package dev.paylink.merchant.brand;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylink.ids.MerchantId;
import dev.paylink.platform.picture.Picture;
import java.nio.ByteBuffer;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Reads merchants' logos for files and letters. A merchant that is not verified shows none. */
public final class Logos {
  private static final int MAX_LETTER_WIDTH = 240;
  private static final int MAX_LETTER_HEIGHT = 96;
  private static final int MOST_KEPT = 100;

  private final BrandStore store = new BrandStore();
  private final Jdbi jdbi;

  /** By the logo itself: drawing it again takes longer than sending the letter. */
  private final Cache<ByteBuffer, byte[]> ofLetters =
      Caffeine.newBuilder().maximumSize(MOST_KEPT).build();

  public Logos(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Returns the logo as PNG; null if there is none to show. */
  public byte @Nullable [] of(MerchantId merchant) {
    return jdbi.withHandle(handle -> store.shown(handle, merchant));
  }

  /** Returns the logo in half its size, since it is sent with every letter. */
  public byte @Nullable [] ofLetter(MerchantId merchant) {
    byte[] png = of(merchant);
    return png == null
        ? null
        : ofLetters.get(
            ByteBuffer.wrap(png),
            large -> Picture.smaller(png, MAX_LETTER_WIDTH, MAX_LETTER_HEIGHT));
  }
}
