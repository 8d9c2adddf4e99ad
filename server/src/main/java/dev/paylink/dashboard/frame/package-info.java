/** The frame of every dashboard page: its door, paths, sections and notices. */
@NullMarked
package dev.paylink.dashboard.frame;

import org.jspecify.annotations.NullMarked;
