/** Who is an operator: invitations, roles and removals. */
@NullMarked
package dev.paylink.operator.team;

import org.jspecify.annotations.NullMarked;
