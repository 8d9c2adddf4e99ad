package dev.paylink.chain.simulated;

import java.util.ArrayList;
import java.util.List;

/** Keeps what happened on a simulated chain, in an order that all its readers share. */
public interface SimulatedJournal {
  void append(SimulatedEntry entry);

  /** The entries that were not handed out here before, oldest first. */
  List<SimulatedEntry> news();

  /** For one chain, gone with it. */
  static SimulatedJournal inMemory() {
    List<SimulatedEntry> waiting = new ArrayList<>();
    return new SimulatedJournal() {
      @Override
      public void append(SimulatedEntry entry) {
        waiting.add(entry);
      }

      @Override
      public List<SimulatedEntry> news() {
        List<SimulatedEntry> news = List.copyOf(waiting);
        waiting.clear();
        return news;
      }
    };
  }
}
