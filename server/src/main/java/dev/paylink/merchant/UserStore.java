package dev.paylink.merchant;

import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads and writes the people behind merchants: one user per e-mail address, in lower case. */
final class UserStore {
  private static final String INSERT =
      """
      insert into merchant_user (merchant_id, id, email, password_hash)
      values (:merchantId, :id, :email, :passwordHash)
      on conflict (email) do nothing
      """;
  private static final String BY_EMAIL =
      "select merchant_id, id, password_hash from merchant_user where email = :email";
  private static final String UPDATE_ADDRESS =
      """
      update merchant_user set deposit_address = :address
       where merchant_id = :merchantId and id = :id
         and deposit_address is not distinct from :addressBefore
      """;

  private UserStore() {}

  /** What signing in needs to know; the hash is in PHC format. */
  record Login(MerchantId merchantId, UUID userId, String passwordHash) {}

  /** False when the e-mail address is taken. */
  static boolean insert(
      Handle handle, MerchantId merchantId, UUID id, String email, String passwordHash) {
    return handle
            .createUpdate(INSERT)
            .bind("merchantId", merchantId.value())
            .bind("id", id)
            .bind("email", email)
            .bind("passwordHash", passwordHash)
            .execute()
        == 1;
  }

  static @Nullable Login findByEmail(Handle handle, String email) {
    return handle
        .createQuery(BY_EMAIL)
        .bind("email", email)
        .map(
            (row, context) ->
                new Login(
                    new MerchantId(row.getObject("merchant_id", UUID.class)),
                    row.getObject("id", UUID.class),
                    row.getString("password_hash")))
        .findOne()
        .orElse(null);
  }

  /** False when the address is no longer the one expected. */
  static boolean updateAddress(
      Handle handle,
      MerchantId merchantId,
      UUID id,
      @Nullable DepositAddress before,
      @Nullable DepositAddress after) {
    return handle
            .createUpdate(UPDATE_ADDRESS)
            .bind("merchantId", merchantId.value())
            .bind("id", id)
            .bind("address", after == null ? null : after.value())
            .bind("addressBefore", before == null ? null : before.value())
            .execute()
        == 1;
  }
}
