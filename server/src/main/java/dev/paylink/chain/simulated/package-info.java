/** The simulated chain of a sandbox. */
@NullMarked
package dev.paylink.chain.simulated;

import org.jspecify.annotations.NullMarked;
