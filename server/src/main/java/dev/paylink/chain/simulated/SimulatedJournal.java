package dev.paylink.chain.simulated;

import java.util.ArrayList;
import java.util.List;

/** Keeps the events of a simulated chain, in an order that all its readers share. */
public interface SimulatedJournal {
  void append(SimulatedEntry entry);

  /** Returns the entries that this journal has not returned before, oldest first. */
  List<SimulatedEntry> news();

  /** Creates a journal for one chain that lives as long as the chain. */
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
