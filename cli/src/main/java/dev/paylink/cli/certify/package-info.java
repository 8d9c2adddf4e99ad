/** Runs a receiver through what a webhook can do to it. */
@NullMarked
package dev.paylink.cli.certify;

import org.jspecify.annotations.NullMarked;
