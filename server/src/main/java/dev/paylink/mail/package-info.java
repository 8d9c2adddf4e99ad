/** Letters to merchants and their customers: kept with the change they tell of, sent afterwards. */
@NullMarked
package dev.paylink.mail;

import org.jspecify.annotations.NullMarked;
