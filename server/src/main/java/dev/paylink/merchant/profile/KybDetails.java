package dev.paylink.merchant.profile;

/** The company behind a merchant, as it describes itself; {@code country} is ISO 3166 alpha-2. */
public record KybDetails(String legalName, String country, String registrationNumber) {}
