package dev.paylink.sandbox;

import org.jdbi.v3.core.Handle;

/** The mode in which a database is used: the one of its first start, for ever. */
public final class InstanceModeStore {
  private static final String NOTE =
      "insert into instance_mode (mode) values (:mode) on conflict (only_row) do nothing";
  private static final String FIND = "select mode from instance_mode where only_row";

  /** The mode of an instance. */
  public enum Mode {
    /** Money. */
    live,
    /** No money: outcomes can be simulated. */
    sandbox
  }

  /** Notes the mode of the first start; returns the one that is noted. */
  public Mode note(Handle handle, Mode mode) {
    handle.createUpdate(NOTE).bind("mode", mode.name()).execute();
    return Mode.valueOf(handle.createQuery(FIND).mapTo(String.class).one());
  }
}
