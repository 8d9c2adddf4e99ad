/** Links that can be used again: merchants make them, and each use makes one ordinary payment. */
@NullMarked
package dev.paylink.payment.reuse;

import org.jspecify.annotations.NullMarked;
