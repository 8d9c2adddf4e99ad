/** Reusable links: merchants create them, and each use creates one ordinary payment. */
@NullMarked
package dev.paylink.payment.reuse;

import org.jspecify.annotations.NullMarked;
