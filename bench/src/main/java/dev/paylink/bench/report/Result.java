package dev.paylink.bench.report;

/**
 * What a bench has measured.
 *
 * @param rounds everything, round by round
 * @param summary what counts
 */
public record Result(Figures rounds, Summary summary) {}
