/**
 * Traces: what a request waited for, sent to an OpenTelemetry collector. Off unless {@code
 * traces.url} is set.
 *
 * <p>Spans are made, batched, encoded and sent by the OpenTelemetry SDK: sampling, propagation and
 * OTLP are solved there, kept up with the specification by others, and cost 1 MB in nine jars, over
 * the HTTP client that webhooks use already. An exporter of our own would be as many lines as this
 * package. Two things the SDK does not do are done here: it counts no dropped spans without a meter
 * of its own kind ({@link dev.paylink.platform.trace.BoundedExport}), and it lets every caller have
 * every call traced ({@link dev.paylink.platform.trace.CallerSampler}).
 *
 * <p>While traces are off, a request reads one static boolean for each span it does not make, and
 * no class of the SDK is loaded: only {@link dev.paylink.platform.trace.OtlpTraces} and what is
 * behind it name them, and everybody else knows {@link dev.paylink.platform.trace.Traces} and
 * {@link dev.paylink.platform.trace.Span} alone.
 *
 * <p>A span never has a secret, a body, a query, a path with its values, or anything about a
 * customer.
 */
@NullMarked
package dev.paylink.platform.trace;

import org.jspecify.annotations.NullMarked;
