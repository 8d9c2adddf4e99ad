/** What else a merchant manages with a key: reusable links, invoices, statements, webhooks. */
@NullMarked
package dev.paylink.sdk.manage;

import org.jspecify.annotations.NullMarked;
