/** What every command needs: JSON, private files, and HTTP written by hand. */
@NullMarked
package dev.paylink.cli.io;

import org.jspecify.annotations.NullMarked;
