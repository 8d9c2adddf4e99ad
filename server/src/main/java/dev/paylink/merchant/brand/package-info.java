/** How a merchant's pages and letters look: its colour and its logo. */
@NullMarked
package dev.paylink.merchant.brand;

import org.jspecify.annotations.NullMarked;
