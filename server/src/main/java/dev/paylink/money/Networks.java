package dev.paylink.money;

import java.util.Map;

/**
 * The names of networks as people read them on pages, receipts and statements: those of this
 * instance's settings, else the usual ones.
 *
 * @param labels the names in the settings, by chain id
 */
public record Networks(Map<Long, String> labels) {
  /** No network is named in the settings. */
  public static final Networks USUAL = new Networks(Map.of());

  public Networks {
    labels = Map.copyOf(labels);
  }

  /** Returns the name alone. */
  public String label(long chainId) {
    String label = labels.get(chainId);
    return label == null ? Chains.label(chainId) : label;
  }

  /** Returns the name with the id, which distinguishes the chain from imitations. */
  public String name(long chainId) {
    String label = labels.get(chainId);
    return label == null ? Chains.name(chainId) : label + " (" + chainId + ')';
  }
}
