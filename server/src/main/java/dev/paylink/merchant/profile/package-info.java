/** A merchant itself: its name, its verification and where its money goes. */
@NullMarked
package dev.paylink.merchant.profile;

import org.jspecify.annotations.NullMarked;
