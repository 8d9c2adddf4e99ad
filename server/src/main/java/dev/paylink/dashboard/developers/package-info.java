/** The pages for developers: API keys, webhooks, signatures. */
@NullMarked
package dev.paylink.dashboard.developers;

import org.jspecify.annotations.NullMarked;
