package dev.paylink.merchant.audit;

import java.util.function.UnaryOperator;

/**
 * The addresses that letters about an account link to. The part that has the pages says where they
 * are.
 *
 * @param invitation the address of an invitation, given its token
 */
public record AccountLinks(
    String settings,
    String security,
    String keys,
    String webhooks,
    UnaryOperator<String> invitation) {}
