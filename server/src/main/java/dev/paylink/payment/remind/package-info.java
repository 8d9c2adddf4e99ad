/** Reminds customers of links that end soon. */
@NullMarked
package dev.paylink.payment.remind;

import org.jspecify.annotations.NullMarked;
