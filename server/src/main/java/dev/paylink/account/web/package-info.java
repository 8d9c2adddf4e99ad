/** The calls and pages that every account has, in whatever realm, and the forms they read. */
@NullMarked
package dev.paylink.account.web;

import org.jspecify.annotations.NullMarked;
