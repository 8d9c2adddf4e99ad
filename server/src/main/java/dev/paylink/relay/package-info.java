/** Sends what payers have signed, and pays the network's fee for it. */
@NullMarked
package dev.paylink.relay;

import org.jspecify.annotations.NullMarked;
