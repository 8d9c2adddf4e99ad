/** The people of a realm: invitations, roles, who leaves. */
@NullMarked
package dev.paylink.account.team;

import org.jspecify.annotations.NullMarked;
