/** What the operator has to know about the running instance, and what to do about it. */
@NullMarked
package dev.paylink.desk.system;

import org.jspecify.annotations.NullMarked;
