package dev.paylink.webhook.endpoint;

/** The addresses that may be dialled. */
public enum TargetPolicy {
  /** Only https to public addresses. */
  PUBLIC,
  /** Also http and https to loopback, for a sandbox. */
  PUBLIC_AND_LOOPBACK,
  /** Also http and https to loopback and private networks, for a sandbox among containers. */
  PUBLIC_AND_PRIVATE
}
