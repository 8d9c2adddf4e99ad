package dev.paylink.webhook.endpoint;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds all addresses of a name; may block for as long as it likes. */
@FunctionalInterface
interface Resolver {
  Resolver SYSTEM = name -> List.of(InetAddress.getAllByName(name));

  List<InetAddress> resolve(String name) throws UnknownHostException;
}
