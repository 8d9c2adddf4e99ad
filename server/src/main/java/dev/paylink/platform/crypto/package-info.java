/** Secrets, encryption at rest, random tokens, password hashes, Keccak. */
@NullMarked
package dev.paylink.platform.crypto;

import org.jspecify.annotations.NullMarked;
