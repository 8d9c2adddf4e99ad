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
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Keeps the identity providers of teams; the client's secret is encrypted for its merchant. */
public final class SsoStore implements Reseal.Table<SsoStore.Row> {
  static final int MAX_DOMAINS = 20;

  private static final String FIND = "select * from merchant_sso where merchant_id = :merchantId";
  private static final String DOMAINS =
      """
      select domain from sso_domain where merchant_id = :merchantId order by domain limit :limit
      """;
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
  private static final String DELETE_DOMAINS =
      "delete from sso_domain where merchant_id = :merchantId";
  private static final String INSERT_DOMAIN =
      "insert into sso_domain (domain, merchant_id) values (:domain, :merchantId)";
  private static final String DELETE = "delete from merchant_sso where merchant_id = :merchantId";
  private static final String OF_USER =
      """
      select d.merchant_id from account_user u
        join sso_domain d on d.domain = :domain and d.merchant_id = u.realm_id
       where u.email = :email and (u.realm_id = '00000000-0000-0000-0000-000000000001') = false
      """;
  private static final String OF_DOMAIN =
      "select merchant_id from sso_domain where domain = :domain order by merchant_id limit 1";
  private static final String LOCK_PAGE =
      """
      select merchant_id, client_secret from merchant_sso
       where merchant_id > :merchantId and substring(client_secret for :length) <> :prefix
       order by merchant_id limit :page for update
      """;
  private static final String RESEAL =
      "update merchant_sso set client_secret = :secret where merchant_id = :merchantId";

  private final Vault vault;

  public SsoStore(Vault vault) {
    this.vault = vault;
  }

  /** The settings of a team with the client's secret. */
  record Stored(SsoSettings settings, Secret clientSecret) {}

  record Row(MerchantId merchantId, byte[] sealed) {}

  @Nullable Stored find(Handle handle, MerchantId merchantId) {
    List<String> domains =
        handle
            .createQuery(DOMAINS)
            .bind("merchantId", merchantId)
            .bind("limit", MAX_DOMAINS)
            .mapTo(String.class)
            .list();
    return handle
        .createQuery(FIND)
        .bind("merchantId", merchantId)
        .map(row -> stored(row, merchantId, domains))
        .findOne()
        .orElse(null);
  }

  /**
   * Returns the merchant at whose provider a person with this address signs in: the person's own,
   * or the oldest one with that domain, so that the answer does not tell who has an account. Null
   * if no merchant has that domain.
   */
  @Nullable MerchantId route(Handle handle, String email, String domain) {
    return handle
        .createQuery(OF_USER)
        .bind("email", email)
        .bind("domain", domain)
        .mapTo(MerchantId.class)
        .findOne()
        .or(
            () ->
                handle
                    .createQuery(OF_DOMAIN)
                    .bind("domain", domain)
                    .mapTo(MerchantId.class)
                    .findOne())
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
    handle.createUpdate(DELETE_DOMAINS).bind("merchantId", merchantId).execute();
    for (String domain : settings.domains()) {
      handle
          .createUpdate(INSERT_DOMAIN)
          .bind("domain", domain)
          .bind("merchantId", merchantId)
          .execute();
    }
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

  private Stored stored(RowView row, MerchantId merchantId, List<String> domains) {
    String claim = row.getColumn("role_claim", String.class);
    return new Stored(
        new SsoSettings(
            row.getColumn("issuer", String.class),
            row.getColumn("client_id", String.class),
            domains,
            row.getColumn("required", Boolean.class),
            claim == null
                ? null
                : new SsoSettings.RoleClaim(
                    claim,
                    row.getColumn("developer_value", String.class),
                    row.getColumn("viewer_value", String.class)),
            row.getColumn("factor_trusted", Boolean.class),
            row.getColumn("changed_at", Instant.class)),
        open(merchantId, row.getColumn("client_secret", byte[].class)));
  }
}
