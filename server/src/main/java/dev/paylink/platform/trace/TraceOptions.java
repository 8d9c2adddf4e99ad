package dev.paylink.platform.trace;

import java.net.URI;

/**
 * Where traces go.
 *
 * @param url takes OTLP over HTTP
 * @param sample the share of requests that are traced when their caller does not decide, 0 to 1
 */
public record TraceOptions(URI url, double sample) {}
