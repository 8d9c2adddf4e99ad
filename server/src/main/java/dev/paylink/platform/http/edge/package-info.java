/**
 * Bounds what a peer can hold of a listener: connections, and the time each may keep us waiting.
 */
@NullMarked
package dev.paylink.platform.http.edge;

import org.jspecify.annotations.NullMarked;
