/** What every page of the dashboard stands in: its door, paths, sections and notices. */
@NullMarked
package dev.paylink.dashboard.frame;

import org.jspecify.annotations.NullMarked;
