/** What the service would do on machines that are not there, from what it does on one that is. */
@NullMarked
package dev.paylink.bench.model;

import org.jspecify.annotations.NullMarked;
