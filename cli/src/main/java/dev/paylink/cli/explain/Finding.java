package dev.paylink.cli.explain;

/** A fault, and the advice how to correct it. */
public record Finding(String title, String advice) {}
