package dev.paylink.money;

import java.util.List;

/** A currency that prices invoices: its decimals, and the tokens accepted for it at par. */
public record Currency(String code, int decimals, List<String> tokens) {}
