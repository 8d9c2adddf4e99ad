/** Single sign-on of a merchant's team: its settings, and signing in by it. */
@NullMarked
package dev.paylink.merchant.sso;

import org.jspecify.annotations.NullMarked;
