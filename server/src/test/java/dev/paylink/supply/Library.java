package dev.paylink.supply;

/** A library that the service ships, by the name that Maven and OSV give it: group:artifact. */
record Library(String name, String version) {}
