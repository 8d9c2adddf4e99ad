package dev.paylink.chain.watch;

import java.util.List;

/** Refs that are not settled, as far as the chain was read, ordered by the end of their time. */
@FunctionalInterface
interface OpenRefs {
  /** Returns the next ones after this one. */
  List<WatchedRefStore.Open> after(WatchedRefStore.Open last, int most);
}
