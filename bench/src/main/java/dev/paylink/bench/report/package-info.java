/** Figures, the machine they were taken on, and how they moved. */
@NullMarked
package dev.paylink.bench.report;

import org.jspecify.annotations.NullMarked;
