/** What a node tells about itself to whoever collects its metrics. */
@NullMarked
package dev.paylink.app.meter;

import org.jspecify.annotations.NullMarked;
