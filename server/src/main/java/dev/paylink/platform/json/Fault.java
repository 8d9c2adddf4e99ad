package dev.paylink.platform.json;

/** One thing wrong with a body: which field (a dotted path, empty for the whole) and what. */
public record Fault(String field, String message) {}
