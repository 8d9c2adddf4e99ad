package dev.paylink.chain.rpc;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.ChainNode;
import dev.paylink.chain.source.Quorum;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** The configured nodes of a chain, which answer as a quorum. */
public final class ChainNodes implements AutoCloseable {
  private final List<JsonRpcSource> sources = new ArrayList<>();
  private final Quorum quorum;

  public ChainNodes(ChainConfig chain) {
    List<ChainNode> all = new ArrayList<>();
    for (URI url : chain.rpc()) {
      JsonRpcSource source = new JsonRpcSource(chain, url);
      sources.add(source);
      // Not the whole address, which may contain a key.
      String name = url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort();
      boolean taken = all.stream().anyMatch(node -> node.name().equals(name));
      all.add(new ChainNode(taken ? name + "#" + (all.size() + 1) : name, source));
    }
    this.quorum = new Quorum(chain.name(), chain.agreeing(), all);
  }

  public Quorum quorum() {
    return quorum;
  }

  @Override
  public void close() {
    sources.forEach(JsonRpcSource::close);
  }
}
