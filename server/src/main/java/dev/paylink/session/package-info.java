/** Sessions of payers' pages: one-time codes, tokens bound to a key, and DPoP proofs (RFC 9449). */
@NullMarked
package dev.paylink.session;

import org.jspecify.annotations.NullMarked;
