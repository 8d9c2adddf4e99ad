/**
 * What a merchant does about a payment that got less than its amount: accept it, or forgive it
 * beforehand.
 */
@NullMarked
package dev.paylink.settlement.accept;

import org.jspecify.annotations.NullMarked;
