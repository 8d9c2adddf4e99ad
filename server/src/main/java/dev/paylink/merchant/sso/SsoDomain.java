package dev.paylink.merchant.sso;

import dev.paylink.ids.MerchantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A domain of a team's e-mail addresses, and whether the team has proven that it is theirs. Only a
 * proven one sends people to the team's provider, and only there the provider vouches for them.
 *
 * @param token what the TXT record has to say; it is no secret
 * @param provenAt null if it is not proven, or no longer
 * @param seenAt when the record was last there; null if it never was
 * @param missingSince the first check that did not find the record; null if the last one did
 */
public record SsoDomain(
    MerchantId merchantId,
    String domain,
    String token,
    @Nullable Instant provenAt,
    @Nullable Instant seenAt,
    @Nullable Instant missingSince) {

  /** How the proof stands. */
  public enum Status {
    /** The record was not found yet, or not for so long that the proof has lapsed. */
    pending,
    proven,
    /** The record is no longer there; the proof still counts for a while. */
    missing
  }

  public Status status() {
    if (provenAt == null) {
      return Status.pending;
    }
    return missingSince == null ? Status.proven : Status.missing;
  }

  public boolean isProven() {
    return provenAt != null;
  }

  /** Returns the name of the TXT record. */
  public String recordName() {
    return "_paylink-sso." + domain;
  }

  /** Returns what the TXT record has to say. */
  public String recordValue() {
    return "paylink-sso=" + token;
  }
}
