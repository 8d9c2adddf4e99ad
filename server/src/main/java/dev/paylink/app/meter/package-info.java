/** The gauges of a node, for the collector of its metrics. */
@NullMarked
package dev.paylink.app.meter;

import org.jspecify.annotations.NullMarked;
