/** Passkeys: registering, naming and removing them, and checking what they sign. */
@NullMarked
package dev.paylink.account.passkey;

import org.jspecify.annotations.NullMarked;
