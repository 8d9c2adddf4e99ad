/** Merchants, their users, sign-in, verification and deposit addresses. */
@NullMarked
package dev.paylink.merchant;

import org.jspecify.annotations.NullMarked;
