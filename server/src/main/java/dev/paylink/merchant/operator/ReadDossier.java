package dev.paylink.merchant.operator;

import dev.paylink.account.UserStore;
import dev.paylink.ids.MerchantId;
import dev.paylink.ids.RealmId;
import dev.paylink.merchant.audit.ReadAudit;
import dev.paylink.merchant.profile.Merchant;
import dev.paylink.merchant.profile.MerchantStore;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Reads what the operator sees of one merchant, with a limit on each list. */
public final class ReadDossier {
  private static final int MAX_SUBMISSIONS = 100;
  private static final int MAX_ENTRIES = 25;

  private final ReviewQueries queries = new ReviewQueries();
  private final MerchantStore merchants = new MerchantStore();
  private final UserStore users = new UserStore();
  private final Jdbi jdbi;

  public ReadDossier(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Returns the dossier; refuses with 404 when there is no such merchant. */
  public MerchantDossier handle(@Nullable MerchantId id) {
    if (id == null) {
      throw ChangeVerification.notFound();
    }
    return jdbi.withHandle(handle -> read(handle, id));
  }

  private MerchantDossier read(Handle handle, MerchantId id) {
    Merchant merchant = merchants.find(handle, id);
    if (merchant == null) {
      throw ChangeVerification.notFound();
    }
    return new MerchantDossier(
        merchant,
        users.all(handle, RealmId.of(id)),
        queries.submissions(handle, id, MAX_SUBMISSIONS),
        ReadAudit.page(handle, id, null, MAX_ENTRIES).entries());
  }
}
