package dev.paylink.chain;

import java.util.ArrayList;
import java.util.List;

/** Keeps what happened on a simulated chain, in an order that all its readers share. */
interface SimulatedJournal {
  void append(SimulatedEntry entry);

  /** All but the first {@code known} entries. */
  List<SimulatedEntry> after(int known);

  /** For one chain, gone with it. */
  static SimulatedJournal inMemory() {
    List<SimulatedEntry> entries = new ArrayList<>();
    return new SimulatedJournal() {
      @Override
      public void append(SimulatedEntry entry) {
        entries.add(entry);
      }

      @Override
      public List<SimulatedEntry> after(int known) {
        return List.copyOf(entries.subList(known, entries.size()));
      }
    };
  }
}
