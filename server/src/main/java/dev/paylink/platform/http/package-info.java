/** HTTP: listeners, routes, answers and problems. The only package that knows status codes. */
@NullMarked
package dev.paylink.platform.http;

import org.jspecify.annotations.NullMarked;
