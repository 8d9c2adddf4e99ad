package dev.paylink.merchant.operator;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.audit.ReadAudit;
import dev.paylink.merchant.profile.KybDetails;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import dev.paylink.merchant.user.UserStore;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Gathers what the operator wants to see of one merchant, no more of each kind than one reads. */
public final class ReadDossier {
  private static final int MAX_SUBMISSIONS = 100;
  private static final int MAX_ENTRIES = 25;

  static final String SUBMISSIONS =
      """
      select legal_name, country, registration_number, submitted_at from kyb_submission
       where merchant_id = :merchant order by id desc limit :limit
      """;

  private final Jdbi jdbi;

  public ReadDossier(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** 404 when there is no such merchant. */
  public MerchantDossier handle(@Nullable MerchantId id) {
    if (id == null) {
      throw ChangeVerification.notFound();
    }
    return jdbi.withHandle(handle -> read(handle, id));
  }

  private static MerchantDossier read(Handle handle, MerchantId id) {
    Merchant merchant = MerchantStore.find(handle, id);
    if (merchant == null) {
      throw ChangeVerification.notFound();
    }
    return new MerchantDossier(
        merchant,
        UserStore.team(handle, id),
        submissions(handle, id),
        ReadAudit.page(handle, id, null, MAX_ENTRIES).entries());
  }

  private static List<Merchant.Kyb> submissions(Handle handle, MerchantId id) {
    return handle
        .createQuery(SUBMISSIONS)
        .bind("merchant", id)
        .bind("limit", MAX_SUBMISSIONS)
        .map(
            row ->
                new Merchant.Kyb(
                    new KybDetails(
                        row.getColumn("legal_name", String.class),
                        row.getColumn("country", String.class),
                        row.getColumn("registration_number", String.class)),
                    row.getColumn("submitted_at", Instant.class)))
        .list();
  }
}
