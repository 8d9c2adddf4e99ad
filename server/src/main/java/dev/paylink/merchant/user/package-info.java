/** The people of a merchant: who they are, what their role allows, who is signed in. */
@NullMarked
package dev.paylink.merchant.user;

import org.jspecify.annotations.NullMarked;
