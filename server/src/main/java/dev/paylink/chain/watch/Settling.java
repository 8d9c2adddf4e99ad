package dev.paylink.chain.watch;

import dev.paylink.chain.source.Claims;
import dev.paylink.chain.source.SettledLog;
import java.util.List;

/** What is done with settlements of one kind that were found in final blocks. */
interface Settling {
  /** Tells whether one of these is a settlement that was recorded before. */
  boolean isRecorded(List<SettledLog> logs);

  /** Records those that the quorum proves, while the cursor stays; returns them. */
  List<SettledLog> record(Claims<SettledLog> claims, Cursor cursor);
}
