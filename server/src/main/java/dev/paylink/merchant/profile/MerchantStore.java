package dev.paylink.merchant.profile;

import dev.paylink.ids.MerchantId;
import dev.paylink.money.DepositAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Reads and writes merchants, each with its first owner and its latest KYB submission. */
public final class MerchantStore {
  private static final String INSERT =
      "insert into merchant (id, business_name) values (:id, :businessName)";
  // Weaker than "for update": payments and keys that refer to the merchant do not wait for it.
  private static final String LOCK = "select 1 from merchant where id = :id for no key update";
  public static final String SELECT =
      """
      select m.id, m.business_name, m.pending_business_name, m.pending_business_name_since,
             m.verification, m.created_at, u.email,
             address_now(m.deposit_address, m.pending_deposit_address,
                         m.pending_deposit_address_from) as form_address,
             case when m.pending_deposit_address_from > now()
                  then m.pending_deposit_address end as form_pending,
             m.pending_deposit_address_from as form_from,
             address_now(m.user_deposit_address, m.pending_user_deposit_address,
                         m.pending_user_deposit_address_from) as user_address,
             case when m.pending_user_deposit_address_from > now()
                  then m.pending_user_deposit_address end as user_pending,
             m.pending_user_deposit_address_from as user_from,
             m.verification_since, m.verification_reason, m.suspended_from, m.send_invoices,
             k.legal_name, k.country, k.registration_number, k.submitted_at
        from merchant m
        join lateral (select email from account_user
                       where realm_id = m.id
                       order by role_now(role, pending_role, pending_role_from) <> 'owner',
                                created_at, id limit 1) u on true
        left join lateral (select * from kyb_submission
                            where merchant_id = m.id
                            order by submitted_at desc, id desc limit 1) k on true
      """;
  private static final String NOW = "select now()";
  private static final String BY_ID = SELECT + " where m.id = :id";
  private static final String UPDATE_PROFILE =
      """
      update merchant
         set business_name = :businessName,
             pending_business_name = :pendingName,
             pending_business_name_since = cast(:pendingSince as timestamptz),
             deposit_address = :form,
             pending_deposit_address = :formPending,
             pending_deposit_address_from = cast(:formFrom as timestamptz),
             user_deposit_address = :user,
             pending_user_deposit_address = :userPending,
             pending_user_deposit_address_from = cast(:userFrom as timestamptz),
             send_invoices = :sendInvoices
        from (select now() as at) t
       where id = :id
         and business_name = :nameBefore
         and pending_business_name is not distinct from :pendingNameBefore
         and case when pending_deposit_address_from <= t.at then pending_deposit_address
                  else deposit_address end is not distinct from :formBefore
         and case when pending_user_deposit_address_from <= t.at then pending_user_deposit_address
                  else user_deposit_address end is not distinct from :userBefore
      """;
  private static final String IS_EMAIL_PROVEN =
      "select email_proven_at is not null from merchant where id = :id";
  private static final String PROVE_EMAIL =
      "update merchant set email_proven_at = now() where id = :id and email_proven_at is null";
  private static final String DECIDE_NAME =
      """
      update merchant
         set business_name = :businessName, pending_business_name = null,
             pending_business_name_since = null
       where id = :id and pending_business_name = :pendingName
      """;
  private static final String CALL_OFF_ADDRESSES =
      """
      update merchant
         set deposit_address =
               case when pending_deposit_address_from <= t.at then pending_deposit_address
                    else deposit_address end,
             pending_deposit_address = null, pending_deposit_address_from = null,
             user_deposit_address =
               case when pending_user_deposit_address_from <= t.at then pending_user_deposit_address
                    else user_deposit_address end,
             pending_user_deposit_address = null, pending_user_deposit_address_from = null
        from (select now() as at) t
       where id = :id
      """;
  private static final String POSTPONE_ADDRESSES =
      """
      update merchant
         set pending_deposit_address_from =
               case when pending_deposit_address_from > t.at
                    then greatest(pending_deposit_address_from, cast(:until as timestamptz))
                    else pending_deposit_address_from end,
             pending_user_deposit_address_from =
               case when pending_user_deposit_address_from > t.at
                    then greatest(pending_user_deposit_address_from, cast(:until as timestamptz))
                    else pending_user_deposit_address_from end
        from (select now() as at) t
       where id = :id
      """;
  // Of all merchants: only a sandbox lets time pass.
  private static final String PASS_TIME =
      """
      with t as materialized (
        select id, pending_deposit_address_from - make_interval(secs => :seconds) as form_from,
               pending_user_deposit_address_from - make_interval(secs => :seconds) as user_from
          from merchant
         where pending_deposit_address_from > now() or pending_user_deposit_address_from > now())
      update merchant m
         set pending_deposit_address_from = t.form_from, pending_user_deposit_address_from = t.user_from
        from t
       where m.id = t.id
      """;
  private static final String UPDATE_VERIFICATION =
      """
      update merchant
         set verification = :to, verification_reason = :reason,
             verification_since = case when verification = :to then verification_since
                                       else t.at end,
             suspended_from = case when :to <> 'Suspended' then null
                                   when verification = 'Suspended' then suspended_from
                                   else verification end
        from (select now() as at) t
       where id = :id and verification = :from
      """;

  /** Brings announced addresses nearer, as if that time had passed. */
  public void passTime(Handle handle, Duration passed) {
    handle.createUpdate(PASS_TIME).bind("seconds", passed.toSeconds()).execute();
  }

  public void insert(Handle handle, MerchantId id, String businessName) {
    handle.createUpdate(INSERT).bind("id", id).bind("businessName", businessName).execute();
  }

  public @Nullable Merchant find(Handle handle, MerchantId id) {
    return handle
        .createQuery(BY_ID)
        .bind("id", id)
        .map(row -> merchant(row))
        .findOne()
        .orElse(null);
  }

  /** Locks a merchant until the transaction ends and returns it, or null when there is none. */
  public @Nullable Merchant lock(Handle handle, MerchantId id) {
    // Two statements: one that waits for the lock would return the joined rows as they were before.
    handle.createQuery(LOCK).bind("id", id).mapTo(Integer.class).findOne();
    return find(handle, id);
  }

  /** Tells whether an owner of the merchant has ever proven an address. */
  public boolean isEmailProven(Handle handle, MerchantId id) {
    return handle.createQuery(IS_EMAIL_PROVEN).bind("id", id).mapTo(Boolean.class).one();
  }

  /** Notes that an owner of the merchant has proven an address. */
  public void proveEmail(Handle handle, MerchantId id) {
    handle.createUpdate(PROVE_EMAIL).bind("id", id).execute();
  }

  /** Returns the time of the database at which this transaction began. */
  Instant now(Handle handle) {
    OffsetDateTime now = handle.createQuery(NOW).mapTo(OffsetDateTime.class).one();
    return now.toInstant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns merchants, newest first; only those older than {@code before} when it is given. */
  public List<Merchant> newestFirst(
      Handle handle, @Nullable Verification status, @Nullable MerchantId before, int limit) {
    Query query = handle.createQuery(newestFirst(status != null, before != null));
    if (status != null) {
      query.bind("status", status.name());
    }
    if (before != null) {
      query.bind("before", before);
    }
    return query.bind("limit", limit).map(row -> merchant(row)).list();
  }

  /** Writes only the conditions that apply: with a nullable one the index is not used. */
  static String newestFirst(boolean ofStatus, boolean beforeSome) {
    return SELECT
        + " where true"
        + (ofStatus ? " and m.verification = :status" : "")
        + (beforeSome ? " and m.id < :before" : "")
        + " order by m.id desc limit :limit";
  }

  /** Writes names and addresses; false when those in effect have changed in between. */
  boolean updateProfile(Handle handle, Merchant before, Merchant after) {
    return handle
            .createUpdate(UPDATE_PROFILE)
            .bind("id", before.id())
            .bind("businessName", after.businessName())
            .bind("nameBefore", before.businessName())
            .bind("pendingName", name(after.pendingName()))
            .bind("pendingSince", since(after.pendingName()))
            .bind("pendingNameBefore", name(before.pendingName()))
            .bind("form", Objects.toString(after.depositAddress(), null))
            .bind("formPending", pendingText(after.formAddress()))
            .bind("formFrom", pendingFrom(after.formAddress()))
            .bind("formBefore", Objects.toString(before.depositAddress(), null))
            .bind("user", Objects.toString(after.userDepositAddress(), null))
            .bind("userPending", pendingText(after.userAddress()))
            .bind("userFrom", pendingFrom(after.userAddress()))
            .bind("userBefore", Objects.toString(before.userDepositAddress(), null))
            .bind("sendInvoices", after.sendInvoices())
            .execute()
        == 1;
  }

  /** Ends the wait of a pending name; false when it is no longer this one. */
  public boolean decideName(
      Handle handle, MerchantId id, PendingName pending, String businessName) {
    return handle
            .createUpdate(DECIDE_NAME)
            .bind("id", id)
            .bind("pendingName", pending.name())
            .bind("businessName", businessName)
            .execute()
        == 1;
  }

  /** Cancels scheduled addresses that have not taken effect. */
  public void callOffAddresses(Handle handle, MerchantId id) {
    handle.createUpdate(CALL_OFF_ADDRESSES).bind("id", id).execute();
  }

  /** Lets announced addresses take effect no earlier than that. */
  public void postponeAddresses(Handle handle, MerchantId id, Instant until) {
    handle
        .createUpdate(POSTPONE_ADDRESSES)
        .bind("id", id)
        .bind("until", until.atOffset(ZoneOffset.UTC))
        .execute();
  }

  /** Changes the verification; false when it is no longer {@code from}. */
  public boolean updateVerification(
      Handle handle, MerchantId id, Verification from, Verification to, @Nullable String reason) {
    return handle
            .createUpdate(UPDATE_VERIFICATION)
            .bind("id", id)
            .bind("from", from.name())
            .bind("to", to.name())
            .bind("reason", reason)
            .execute()
        == 1;
  }

  public static Merchant merchant(RowView row) {
    return new Merchant(
        row.getColumn("id", MerchantId.class),
        row.getColumn("email", String.class),
        row.getColumn("business_name", String.class),
        pendingName(row),
        Verification.valueOf(row.getColumn("verification", String.class)),
        planned(row, "form"),
        planned(row, "user"),
        row.getColumn("created_at", Instant.class),
        kyb(row),
        standing(row),
        row.getColumn("send_invoices", Boolean.class));
  }

  private static @Nullable PendingName pendingName(RowView row) {
    String name = row.getColumn("pending_business_name", String.class);
    return name == null
        ? null
        : new PendingName(name, row.getColumn("pending_business_name_since", Instant.class));
  }

  private static Merchant.Standing standing(RowView row) {
    String suspendedFrom = row.getColumn("suspended_from", String.class);
    return new Merchant.Standing(
        row.getColumn("verification_since", Instant.class),
        row.getColumn("verification_reason", String.class),
        suspendedFrom == null ? null : Verification.valueOf(suspendedFrom));
  }

  private static Merchant.@Nullable Kyb kyb(RowView row) {
    Instant submittedAt = row.getColumn("submitted_at", Instant.class);
    if (submittedAt == null) {
      return null;
    }
    KybDetails details =
        new KybDetails(
            row.getColumn("legal_name", String.class),
            row.getColumn("country", String.class),
            row.getColumn("registration_number", String.class));
    return new Merchant.Kyb(details, submittedAt);
  }

  private static PlannedAddress planned(RowView row, String which) {
    DepositAddress pending = address(row.getColumn(which + "_pending", String.class));
    Instant from = row.getColumn(which + "_from", Instant.class);
    return new PlannedAddress(
        address(row.getColumn(which + "_address", String.class)),
        pending == null || from == null ? null : new PendingAddress(pending, from));
  }

  private static @Nullable DepositAddress address(@Nullable String text) {
    return text == null ? null : new DepositAddress(text);
  }

  private static @Nullable String name(@Nullable PendingName pending) {
    return pending == null ? null : pending.name();
  }

  private static @Nullable OffsetDateTime since(@Nullable PendingName pending) {
    return pending == null ? null : pending.since().atOffset(ZoneOffset.UTC);
  }

  private static @Nullable String pendingText(PlannedAddress planned) {
    return planned.pending() == null ? null : planned.pending().address().value();
  }

  private static @Nullable OffsetDateTime pendingFrom(PlannedAddress planned) {
    return planned.pending() == null ? null : planned.pending().from().atOffset(ZoneOffset.UTC);
  }
}
