/**
 * Accounts of people, each in a realm: a merchant, or the instance, whose people are the operators.
 */
@NullMarked
package dev.paylink.account;

import org.jspecify.annotations.NullMarked;
