/** Rows and arrays in the form that PostgreSQL reads without parsing: COPY and parameters. */
@NullMarked
package dev.paylink.platform.db.binary;

import org.jspecify.annotations.NullMarked;
