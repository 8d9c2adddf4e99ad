/** The languages for customers: texts, numbers and dates. */
@NullMarked
package dev.paylink.platform.language;

import org.jspecify.annotations.NullMarked;
