package dev.paylink.merchant.profile;

import dev.paylink.ids.MerchantId;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Keeps every submission of company details; the operator decides about the latest. */
final class KybStore {
  private static final String INSERT =
      """
      insert into kyb_submission (merchant_id, id, legal_name, country, registration_number)
      values (:merchantId, :id, :legalName, :country, :registrationNumber)
      """;

  void insert(Handle handle, MerchantId merchantId, UUID id, KybDetails details) {
    handle
        .createUpdate(INSERT)
        .bind("merchantId", merchantId)
        .bind("id", id)
        .bind("legalName", details.legalName())
        .bind("country", details.country())
        .bind("registrationNumber", details.registrationNumber())
        .execute();
  }
}
