/** Serves an OpenAPI document: as JSON for machines, and as a page for people. */
@NullMarked
package dev.paylink.platform.openapi;

import org.jspecify.annotations.NullMarked;
