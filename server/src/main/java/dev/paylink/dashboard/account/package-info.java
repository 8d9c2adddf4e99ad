/** The pages about the merchant and its people: sign-in, team, security, settings, audit. */
@NullMarked
package dev.paylink.dashboard.account;

import org.jspecify.annotations.NullMarked;
