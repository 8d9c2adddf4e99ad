package dev.paylink.chain.evm;

/** The name and version a token signs under; what its explorer page shows may differ. */
public record TokenDomain(String name, String version) {}
