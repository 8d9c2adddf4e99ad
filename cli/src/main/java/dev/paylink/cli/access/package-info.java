/** Which service to call, with which key, and the calls themselves. */
@NullMarked
package dev.paylink.cli.access;

import org.jspecify.annotations.NullMarked;
