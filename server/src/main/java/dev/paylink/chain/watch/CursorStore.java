package dev.paylink.chain.watch;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.money.Bytes32;
import dev.paylink.money.EvmAddress;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.RowView;
import org.jspecify.annotations.Nullable;

/**
 * Stores how far each deployment is read. A cursor moves only from exactly the position that its
 * mover expected. This check alone stops a leader that was replaced without noticing.
 */
final class CursorStore {
  private static final String FIND =
      """
      select number, hash, time, halted from chain_cursor
       where chain_id = :chain and contract = :contract
      """;
  private static final String ALL =
      "select chain_id, contract, number, hash, time, halted from chain_cursor";
  private static final String CREATE =
      """
      insert into chain_cursor (chain_id, contract, number, hash, time)
      values (:chain, :contract, :number, :hash, :time) on conflict do nothing
      """;
  private static final String MOVE =
      """
      update chain_cursor set number = :number, hash = :hash, time = :time, updated_at = now()
       where chain_id = :chain and contract = :contract and halted is null
         and number = :wasNumber and hash is not distinct from :wasHash
      """;
  // Two contracts of one chain are watched apart, and both read its transfers: one of them at a
  // time writes. Always in this order, and before anything else of a transfer.
  private static final String LOCK_CHAIN =
      "select 1 from chain_cursor where chain_id = :chain order by contract for no key update";
  private static final String HALT =
      """
      update chain_cursor set halted = :why, updated_at = now()
       where chain_id = :chain and contract = :contract and halted is null
         and number = :wasNumber and hash is not distinct from :wasHash
      """;
  // A running average: one slow block says little about the next.
  private static final String NOTE_FINAL =
      """
      update chain_cursor
         set final_after = coalesce(final_after + (:seconds::real - final_after) / 8, :seconds)
       where chain_id = :chain and contract = :contract
      """;
  private static final String NOTE_EARLY =
      """
      update chain_cursor
         set early_after = coalesce(early_after + (:seconds::real - early_after) / 8, :seconds)
       where chain_id = :chain and contract = :contract
      """;
  private static final String RESUME =
      """
      update chain_cursor set number = :number, hash = null, halted = null, updated_at = now()
       where chain_id = :chain and contract = :contract and halted is not null
         and number >= :number
      """;

  /** Another node moved the cursor: its reader is no longer the leader and is rolled back. */
  static final class LeadershipLost extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LeadershipLost(Deployment deployment) {
      super("the cursor of " + deployment + " is not where it was", null, false, false);
    }
  }

  @Nullable Cursor find(Handle handle, Deployment deployment) {
    return handle
        .createQuery(FIND)
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes())
        .map(row -> cursor(row))
        .findOne()
        .orElse(null);
  }

  Map<Deployment, Cursor> all(Handle handle) {
    Map<Deployment, Cursor> cursors = new HashMap<>();
    handle
        .createQuery(ALL)
        .map(
            row ->
                cursors.put(
                    new Deployment(
                        row.getColumn("chain_id", Long.class),
                        EvmAddress.of(row.getColumn("contract", byte[].class))),
                    cursor(row)))
        .list();
    return cursors;
  }

  /** Creates the cursor. If another node was first, its cursor stays. */
  void create(Handle handle, Deployment deployment, Cursor cursor) {
    bindPlace(handle.createUpdate(CREATE), deployment, cursor).execute();
  }

  /**
   * Moves the cursor. A move to the same position only ensures that the cursor is still there,
   * until the end of the transaction.
   */
  void move(Handle handle, Deployment deployment, Cursor from, Cursor to) {
    int moved =
        bindPlace(handle.createUpdate(MOVE), deployment, to)
            .bind("wasNumber", from.number())
            .bind("wasHash", bytes(from.hash()))
            .execute();
    if (moved != 1) {
      throw new LeadershipLost(deployment);
    }
  }

  /** Notes how old blocks were when they were read as final. */
  void noteFinal(Handle handle, Deployment deployment, double seconds) {
    note(handle, NOTE_FINAL, deployment, seconds);
  }

  /** Notes how old a block was when something was confirmed in it before it was final. */
  void noteEarly(Handle handle, Deployment deployment, double seconds) {
    note(handle, NOTE_EARLY, deployment, seconds);
  }

  private static void note(Handle handle, String update, Deployment deployment, double seconds) {
    handle
        .createUpdate(update)
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes())
        .bind("seconds", seconds)
        .execute();
  }

  /** Moves nothing, as above, and lets no other watcher of the chain write transfers meanwhile. */
  void stayAlone(Handle handle, Deployment deployment, Cursor cursor) {
    handle.createQuery(LOCK_CHAIN).bind("chain", deployment.chainId()).mapTo(Integer.class).list();
    move(handle, deployment, cursor, cursor);
  }

  void halt(Handle handle, Deployment deployment, Cursor at, String why) {
    handle
        .createUpdate(HALT)
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes())
        .bind("why", why)
        .bind("wasNumber", at.number())
        .bind("wasHash", bytes(at.hash()))
        .execute();
  }

  /**
   * Moves the cursor back, never forward, and only after a halt: no block may be skipped unread.
   */
  boolean resume(Handle handle, Deployment deployment, long number) {
    return handle
            .createUpdate(RESUME)
            .bind("chain", deployment.chainId())
            .bind("contract", deployment.contract().bytes())
            .bind("number", number)
            .execute()
        == 1;
  }

  private static org.jdbi.v3.core.statement.Update bindPlace(
      org.jdbi.v3.core.statement.Update update, Deployment deployment, Cursor cursor) {
    return update
        .bind("chain", deployment.chainId())
        .bind("contract", deployment.contract().bytes())
        .bind("number", cursor.number())
        .bind("hash", bytes(cursor.hash()))
        .bind("time", cursor.time().atOffset(ZoneOffset.UTC));
  }

  private static byte @Nullable [] bytes(@Nullable Bytes32 hash) {
    return hash == null ? null : hash.bytes();
  }

  private static Cursor cursor(RowView row) {
    byte[] hash = row.getColumn("hash", byte[].class);
    return new Cursor(
        row.getColumn("number", Long.class),
        hash == null ? null : Bytes32.of(hash),
        row.getColumn("time", Instant.class),
        row.getColumn("halted", String.class));
  }
}
