package dev.paylink.chain.wallet;

import dev.paylink.platform.error.ErrorCode;
import dev.paylink.platform.error.Kind;

/** Error codes of wallet payments and refunds, and of halted chains. */
public enum ChainError implements ErrorCode {
  CHAIN_NOT_FOUND(Kind.NOT_FOUND),
  CHAIN_NOT_HALTED(Kind.CONFLICT),
  OTHER_TOKEN_UNDER_WAY(Kind.CONFLICT),
  SIGNATURE_EXPIRED(Kind.CONFLICT);

  private final Kind kind;

  ChainError(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}
