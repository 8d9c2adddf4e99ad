package dev.paylink.merchant.sso;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.crypto.Secret;
import dev.paylink.platform.crypto.Vault;
import dev.paylink.platform.db.Reseal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Keeps the identity providers of teams; the client's secret is encrypted for its merchant. */
public final class SsoStore implements Reseal.Table<SsoStore.Row> {
  private static final String FIND = "select * from merchant_sso where merchant_id = :merchantId";
  private static final String PUT =
      """
      insert into merchant_sso
             (merchant_id, issuer, client_id, client_secret, required, role_claim,
              developer_value, viewer_value, factor_trusted)
      values (:merchantId, :issuer, :clientId, :secret, :required, :roleClaim,
              :developers, :viewers, :factorTrusted)
      on conflict (merchant_id) do update
         set issuer = excluded.issuer, client_id = excluded.client_id,
             client_secret = excluded.client_secret, required = excluded.required,
             role_claim = excluded.role_claim, developer_value = excluded.developer_value,
             viewer_value = excluded.viewer_value, factor_trusted = excluded.factor_trusted,
             changed_at = now()
      """;
  private static final String DELETE = "delete from merchant_sso where merchant_id = :merchantId";
  private static final String LOCK_PAGE =
      """
      select merchant_id, client_secret from merchant_sso
       where merchant_id > :merchantId and substring(client_secret for :length) <> :prefix
       order by merchant_id limit :page for update
      """;
  private static final String RESEAL =
      "update merchant_sso set client_secret = :secret where merchant_id = :merchantId";

  private final SsoDomainStore domains = new SsoDomainStore();
  private final Vault vault;

  public SsoStore(Vault vault) {
    this.vault = vault;
  }

  /** The settings of a team with the client's secret, and the proofs of its domains. */
  record Stored(SsoSettings settings, Secret clientSecret, List<SsoDomain> domains) {
    /** Returns the domains that are proven. */
    Set<String> proven() {
      return domains.stream()
          .filter(SsoDomain::isProven)
          .map(SsoDomain::domain)
          .collect(Collectors.toUnmodifiableSet());
    }
  }

  record Row(MerchantId merchantId, byte[] sealed) {}

  @Nullable Stored find(Handle handle, MerchantId merchantId) {
    List<SsoDomain> named = domains.ofMerchant(handle, merchantId);
    return handle
        .createQuery(FIND)
        .bind("merchantId", merchantId)
        .map(row -> stored(row, merchantId, named))
        .findOne()
        .orElse(null);
  }

  /** Stores the settings in place of earlier ones. */
  void put(Handle handle, MerchantId merchantId, SsoSettings settings, Secret clientSecret) {
    SsoSettings.RoleClaim roles = settings.roles();
    handle
        .createUpdate(PUT)
        .bind("merchantId", merchantId)
        .bind("issuer", settings.issuer())
        .bind("clientId", settings.clientId())
        .bind("secret", seal(merchantId, clientSecret))
        .bind("required", settings.required())
        .bind("roleClaim", roles == null ? null : roles.claim())
        .bind("developers", roles == null ? null : roles.developers())
        .bind("viewers", roles == null ? null : roles.viewers())
        .bind("factorTrusted", settings.factorTrusted())
        .execute();
    domains.put(handle, merchantId, settings.domains());
  }

  void delete(Handle handle, MerchantId merchantId) {
    handle.createUpdate(DELETE).bind("merchantId", merchantId).execute();
  }

  @Override
  public String name() {
    return "clients of identity providers";
  }

  @Override
  public Row beforeAll() {
    return new Row(new MerchantId(new UUID(0, 0)), new byte[0]);
  }

  @Override
  public Query lockBehind(Handle handle, Row last) {
    return handle.createQuery(LOCK_PAGE).bind("merchantId", last.merchantId);
  }

  @Override
  public Row read(ResultSet row) throws SQLException {
    return new Row(
        new MerchantId(row.getObject("merchant_id", UUID.class)), row.getBytes("client_secret"));
  }

  @Override
  public boolean reseal(Handle handle, Row row) {
    return handle
            .createUpdate(RESEAL)
            .bind("merchantId", row.merchantId)
            .bind("secret", seal(row.merchantId, open(row.merchantId, row.sealed)))
            .execute()
        == 1;
  }

  private byte[] seal(MerchantId merchantId, Secret secret) {
    return vault.seal(secret.reveal().getBytes(StandardCharsets.UTF_8), context(merchantId));
  }

  private Secret open(MerchantId merchantId, byte[] sealed) {
    return new Secret(new String(vault.open(sealed, context(merchantId)), StandardCharsets.UTF_8));
  }

  private static String context(MerchantId merchantId) {
    return "client of the identity provider of " + merchantId;
  }

  private Stored stored(RowView row, MerchantId merchantId, List<SsoDomain> named) {
    String claim = row.getColumn("role_claim", String.class);
    return new Stored(
        new SsoSettings(
            row.getColumn("issuer", String.class),
            row.getColumn("client_id", String.class),
            named.stream().map(SsoDomain::domain).toList(),
            row.getColumn("required", Boolean.class),
            claim == null
                ? null
                : new SsoSettings.RoleClaim(
                    claim,
                    row.getColumn("developer_value", String.class),
                    row.getColumn("viewer_value", String.class)),
            row.getColumn("factor_trusted", Boolean.class),
            row.getColumn("changed_at", Instant.class)),
        open(merchantId, row.getColumn("client_secret", byte[].class)),
        named);
  }
}
