package dev.paylink.platform.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/**
 * Ends a connection if the sender or we said that this was its last request, and if the end of its
 * body is unknown. Helidon 4.5 does neither (helidon#12324): it would go on and read whatever
 * follows, even an unread body, as the next request.
 */
final class ConnectionEnd {
  private ConnectionEnd() {}

  /**
   * Ends the connection, or returns if another request may follow. Call it when the answer is sent.
   */
  static void after(ServerRequest request, ServerResponse response, boolean bodyBroken) {
    boolean closing = saysClose(request.headers()) || saysClose(response.headers());
    if (closing && !bodyBroken && !isBodyHeldBack(request)) {
      readAway(request);
    }
    if (closing || bodyBroken) {
      throw new CloseConnectionException("the last request of this connection is answered");
    }
  }

  private static boolean saysClose(Headers headers) {
    return headers.contains(HeaderNames.CONNECTION) // rarely present, and cheaper than its tokens
        && headers.containsToken(HeaderValues.CONNECTION_CLOSE);
  }

  /**
   * Reads the rest of the body: closing on unread bytes would reset the connection and our answer.
   */
  private static void readAway(ServerRequest request) {
    try {
      request.content().consume(); // no more than the listener's largest payload
    } catch (RuntimeException e) {
      throw new CloseConnectionException("the body broke off", e);
    }
  }

  /**
   * Returns true if the sender waits for our consent before it sends its body; it will not get it.
   */
  private static boolean isBodyHeldBack(ServerRequest request) {
    return request.headers().containsToken(HeaderValues.EXPECT_100) && !request.continueSent();
  }
}
