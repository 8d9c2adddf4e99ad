/** The languages that customers are spoken to in: texts, numbers and dates. */
@NullMarked
package dev.paylink.platform.language;

import org.jspecify.annotations.NullMarked;
