package dev.paylink.platform.http;

import io.helidon.http.Headers;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Finds the sender of a request. {@code X-Forwarded-For} counts only if the peer is a configured
 * proxy, and then the right-most address that is not a proxy itself: the client wrote everything
 * left of it. The proxies are addresses and ranges.
 */
final class ClientAddress {
  private final List<IpRange> trustedProxies;

  ClientAddress(Set<String> trustedProxies) {
    this.trustedProxies = trustedProxies.stream().map(ClientAddress::range).toList();
  }

  String of(ServerRequest request) {
    String peer =
        request.remotePeer().address() instanceof InetSocketAddress socket
            ? socket.getAddress().getHostAddress()
            : request.remotePeer().host();
    if (!isProxy(peer)) {
      return peer;
    }
    return forwarded(request.headers(), peer);
  }

  private String forwarded(Headers headers, String peer) {
    List<String> lines = headers.values(dev.paylink.platform.http.Headers.X_FORWARDED_FOR);
    String[] hops = String.join(",", lines).split(",", -1);
    String client = peer;
    for (int i = hops.length - 1; i >= 0; i--) {
      String hop = hops[i].strip();
      if (hop.isEmpty()) {
        break;
      }
      String address = IpAddress.canonical(hop);
      client = address == null ? hop : address;
      if (!isProxy(client)) {
        break;
      }
    }
    return client;
  }

  boolean isProxy(String address) {
    for (IpRange proxies : trustedProxies) {
      if (proxies.contains(address)) {
        return true;
      }
    }
    return false;
  }

  private static IpRange range(String text) {
    return Objects.requireNonNull(IpRange.parse(text), text);
  }
}
