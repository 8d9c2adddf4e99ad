package dev.paylink.merchant.audit;

import dev.paylink.ids.MerchantId;

/** An entry of the audit log at its place in the trail of its merchant. */
record TrailEntry(MerchantId merchantId, long number, AuditEntry entry, byte[] hash) {}
