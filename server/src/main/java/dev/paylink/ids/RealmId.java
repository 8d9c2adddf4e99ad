package dev.paylink.ids;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The realm that an account belongs to: a merchant, or the instance, whose people operate it. */
public record RealmId(UUID value) implements Id {
  /** The realm of the operators. */
  public static final RealmId INSTANCE = new RealmId(new UUID(0, 1));

  private static final String INSTANCE_NAME = "instance";

  public static RealmId of(MerchantId merchant) {
    return new RealmId(merchant.value());
  }

  /** Returns the realm, or null if the text is not one. */
  public static @Nullable RealmId parse(String text) {
    if (text.equals(INSTANCE_NAME)) {
      return INSTANCE;
    }
    MerchantId merchant = MerchantId.parse(text);
    return merchant == null ? null : of(merchant);
  }

  public boolean isInstance() {
    return equals(INSTANCE);
  }

  /** Returns the merchant; the instance is none. */
  public MerchantId merchantId() {
    if (isInstance()) {
      throw new IllegalStateException("the instance is not a merchant");
    }
    return new MerchantId(value);
  }

  @Override
  public String toString() {
    return isInstance() ? INSTANCE_NAME : merchantId().toString();
  }
}
