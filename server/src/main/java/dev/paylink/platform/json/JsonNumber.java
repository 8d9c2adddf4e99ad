package dev.paylink.platform.json;

/** A JSON number as it was written, so that money is never read through a double. */
record JsonNumber(String text) {}
