package dev.paylink.platform.json;

/** A JSON number as it was written, so that money is never read through a double. */
public record JsonNumber(String text) {}
