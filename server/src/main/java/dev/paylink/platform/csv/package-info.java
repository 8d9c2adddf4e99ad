/** Tables as text for spreadsheets. */
@NullMarked
package dev.paylink.platform.csv;

import org.jspecify.annotations.NullMarked;
