/**
 * Letters to merchants and their customers: stored with the change they report, sent afterwards.
 */
@NullMarked
package dev.paylink.mail;

import org.jspecify.annotations.NullMarked;
