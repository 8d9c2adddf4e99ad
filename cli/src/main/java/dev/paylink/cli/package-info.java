/** The command line of merchants' engineers: one class for each command. */
@NullMarked
package dev.paylink.cli;

import org.jspecify.annotations.NullMarked;
