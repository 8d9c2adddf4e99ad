package dev.paylink.merchant.operator;

import dev.paylink.account.User;
import dev.paylink.merchant.audit.AuditEntry;
import dev.paylink.merchant.profile.Merchant;
import java.util.List;

/** A merchant as the operator looks at it; submissions and log begin with the newest. */
public record MerchantDossier(
    Merchant merchant, List<User> users, List<Merchant.Kyb> submissions, List<AuditEntry> log) {}
