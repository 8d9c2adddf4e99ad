package dev.paylink.merchant.audit;

import java.util.function.UnaryOperator;

/**
 * The addresses that letters about an account link to. The part that has the pages says where they
 * are.
 *
 * @param invitation the address of an invitation, given its token
 * @param freeze the address that freezes the account, given its token
 * @param reset the address that sets a new password, given its token
 * @param confirmation the address that confirms an e-mail address, given its token
 */
public record AccountLinks(
    String settings,
    String team,
    String security,
    String keys,
    String webhooks,
    UnaryOperator<String> invitation,
    UnaryOperator<String> freeze,
    UnaryOperator<String> reset,
    UnaryOperator<String> confirmation) {}
