package dev.paylink.merchant.audit;

import dev.paylink.platform.crypto.Vault;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The keys that sign heads of the audit log: private parts encrypted, public parts kept for ever.
 */
final class AuditKeyStore {
  private static final Logger LOG = System.getLogger(AuditKeyStore.class.getName());
  private static final String ALL =
      "select public_key, sealed from audit_key order by created_at desc, public_key";
  private static final String LOCK = "lock table audit_key in share row exclusive mode";
  private static final String INSERT =
      "insert into audit_key (public_key, sealed) values (:publicKey, :sealed)";
  private static final String RESEAL =
      "update audit_key set sealed = :sealed where public_key = :publicKey";

  private final Vault vault;

  AuditKeyStore(Vault vault) {
    this.vault = vault;
  }

  /** A key, with its private part if this node can open it. */
  record Kept(byte[] publicKey, byte @Nullable [] privateKey) {}

  /** Lets one node at a time make a key. */
  void lock(Handle handle) {
    handle.execute(LOCK);
  }

  /** Returns all keys, youngest first; seals again what an older encryption key has sealed. */
  List<Kept> all(Handle handle) {
    return handle
        .createQuery(ALL)
        .map((row, context) -> new byte[][] {row.getBytes(1), row.getBytes(2)})
        .list()
        .stream()
        .map(row -> opened(handle, row[0], row[1]))
        .toList();
  }

  void insert(Handle handle, byte[] publicKey, byte[] privateKey) {
    handle
        .createUpdate(INSERT)
        .bind("publicKey", publicKey)
        .bind("sealed", vault.seal(privateKey, context(publicKey)))
        .execute();
  }

  private Kept opened(Handle handle, byte[] publicKey, byte[] sealed) {
    byte[] privateKey;
    try {
      privateKey = vault.open(sealed, context(publicKey));
    } catch (IllegalStateException e) {
      LOG.log(Level.WARNING, e.getMessage());
      return new Kept(publicKey, null);
    }
    byte[] current = vault.currentPrefix();
    if (!Arrays.equals(current, Arrays.copyOf(sealed, current.length))) {
      handle
          .createUpdate(RESEAL)
          .bind("publicKey", publicKey)
          .bind("sealed", vault.seal(privateKey, context(publicKey)))
          .execute();
    }
    return new Kept(publicKey, privateKey);
  }

  private static String context(byte[] publicKey) {
    return "audit key " + HexFormat.of().formatHex(publicKey);
  }
}
