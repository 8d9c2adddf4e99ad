/**
 * Payouts: money that the operator or a partner turns into a bank currency and sends to a merchant.
 * Components and operators report them; merchants read them and get events.
 */
@NullMarked
package dev.paylink.payout;

import org.jspecify.annotations.NullMarked;
