/**
 * The building blocks of pages for people: templates, static files, forms, and protective headers.
 */
@NullMarked
package dev.paylink.platform.web;

import org.jspecify.annotations.NullMarked;
