/**
 * Documents as PDF. Nothing else knows the library, and a start does not load it: the first
 * document does.
 */
@NullMarked
package dev.paylink.platform.pdf;

import org.jspecify.annotations.NullMarked;
