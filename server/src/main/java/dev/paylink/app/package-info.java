/** The only package that knows every part: the command line, the configuration, the wiring. */
@NullMarked
package dev.paylink.app;

import org.jspecify.annotations.NullMarked;
