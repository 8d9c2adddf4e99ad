package dev.paylink.money;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names of chains and of their coins, in the spelling of their communities. */
public final class Chains {
  private static final Map<Long, String> NAMES =
      Map.ofEntries(
          Map.entry(1L, "Ethereum"),
          Map.entry(10L, "OP Mainnet"),
          Map.entry(56L, "BNB Smart Chain"),
          Map.entry(100L, "Gnosis"),
          Map.entry(137L, "Polygon"),
          Map.entry(8453L, "Base"),
          Map.entry(42161L, "Arbitrum One"),
          Map.entry(43114L, "Avalanche"),
          Map.entry(59144L, "Linea"),
          Map.entry(84532L, "Base Sepolia"),
          Map.entry(11155111L, "Sepolia"));

  private static final Map<Long, String> COINS =
      Map.of(56L, "BNB", 100L, "xDAI", 137L, "POL", 43114L, "AVAX");

  /** The usual id of test chains, which a sandbox simulates. */
  private static final long LOCAL = 31_337;

  private Chains() {}

  /** Returns the name alone, or null if it is unknown. */
  public static @Nullable String plainName(long id) {
    return NAMES.get(id);
  }

  /** Returns the name with the id, which distinguishes the chain from imitations. */
  public static String name(long id) {
    String label = label(id);
    return id == LOCAL || NAMES.containsKey(id) ? label + " (" + id + ')' : label;
  }

  /** Returns the name for people: the id stands only where nobody has named the network. */
  public static String label(long id) {
    String name = NAMES.get(id);
    if (name == null) {
      return id == LOCAL ? "Simulated chain" : "Network " + id;
    }
    return name;
  }

  /** Returns the coin in which fees are paid. */
  public static String coin(long id) {
    return COINS.getOrDefault(id, "ETH");
  }
}
