package dev.paylink.webhook.endpoint;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.util.Locale;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** Explains in one short line, for the owner of a target, why an attempt failed. */
final class Explanation {
  private static final int MAX_LENGTH = 200;
  private static final int MAX_CAUSES = 10;

  private Explanation() {}

  static String of(IOException failure, Attempt attempt, Transport transport) {
    if (Thread.currentThread().isInterrupted()) {
      return "interrupted";
    }
    if (transport.isClosed()) {
      return "interrupted: the service is shutting down";
    }
    // Ending a call makes it fail in many ways; any failure after the budget is a time-out.
    if (attempt.elapsed().compareTo(transport.budget()) >= 0) {
      return "timed out after " + inWords(transport.budget());
    }
    return shortened(cause(failure, attempt));
  }

  private static String cause(IOException failure, Attempt attempt) {
    if (failure instanceof NotDialled || failure instanceof GuardedSocket.AnswerTooLong) {
      return detail(failure);
    }
    if (failure instanceof SSLException) {
      return "TLS: " + tlsDetail(failure);
    }
    if (!attempt.hasConnection()) {
      return "could not connect: " + connectDetail(failure);
    }
    if (attempt.isAnswered()) {
      return "the connection broke during the response";
    }
    return failure instanceof ProtocolException
        ? "the response is not HTTP: " + detail(failure)
        : "the connection broke before a response arrived";
  }

  private static String connectDetail(IOException failure) {
    if (failure instanceof SocketTimeoutException) {
      return "no reply within " + inWords(Transport.CONNECT_LIMIT);
    }
    // OkHttp wraps it in an exception that names the address a second time.
    Throwable reason =
        failure instanceof ConnectException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    String detail = detail(reason);
    return detail.substring(0, 1).toLowerCase(Locale.ROOT) + detail.substring(1);
  }

  private static String tlsDetail(IOException failure) {
    if (failure instanceof SSLPeerUnverifiedException) {
      return "certificate is not for this host";
    }
    if (caused(failure, CertificateExpiredException.class)) {
      return "certificate has expired";
    }
    if (caused(failure, CertificateNotYetValidException.class)) {
      return "certificate is not valid yet";
    }
    if (caused(failure, CertPathBuilderException.class)) {
      return "certificate is not signed by a known authority";
    }
    return caused(failure, CertificateException.class)
        ? "certificate is not trusted: " + detail(failure)
        : detail(failure);
  }

  private static boolean caused(Throwable failure, Class<? extends Throwable> type) {
    Throwable cause = failure;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
      if (type.isInstance(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  private static String detail(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
  }

  /** Shortens text that may partly be the peer's own words. */
  private static String shortened(@Nullable String text) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; text != null && i < text.length() && line.length() < MAX_LENGTH; i++) {
      char c = text.charAt(i);
      line.append(Character.isISOControl(c) || Character.isSurrogate(c) ? ' ' : c);
    }
    return line.toString();
  }

  private static String inWords(Duration limit) {
    return limit.toMillisPart() == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }
}
