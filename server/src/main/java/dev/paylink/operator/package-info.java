/** The people who run the service: the gate before their calls, and the calls themselves. */
@NullMarked
package dev.paylink.operator;

import org.jspecify.annotations.NullMarked;
