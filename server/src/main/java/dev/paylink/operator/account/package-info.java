/** Operators' accounts: roles, passwords, second factors, sessions, and the log of what they do. */
@NullMarked
package dev.paylink.operator.account;

import org.jspecify.annotations.NullMarked;
