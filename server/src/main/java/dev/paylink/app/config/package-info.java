/** Reads the configuration: flags, environment and file, checked as a whole. */
@NullMarked
package dev.paylink.app.config;

import org.jspecify.annotations.NullMarked;
