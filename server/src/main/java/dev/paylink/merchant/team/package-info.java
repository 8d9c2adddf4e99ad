/** The team of a merchant: invitations, roles, who leaves. */
@NullMarked
package dev.paylink.merchant.team;

import org.jspecify.annotations.NullMarked;
