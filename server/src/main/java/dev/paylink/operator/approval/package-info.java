/** What one operator asks for and another one has to agree to. */
@NullMarked
package dev.paylink.operator.approval;

import org.jspecify.annotations.NullMarked;
