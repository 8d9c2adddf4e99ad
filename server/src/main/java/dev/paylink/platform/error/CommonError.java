package dev.paylink.platform.error;

/** Error codes that every part can use. */
public enum CommonError implements ErrorCode {
  INVALID_REQUEST(Kind.INVALID),
  NOT_FOUND(Kind.NOT_FOUND),
  UNAVAILABLE(Kind.UNAVAILABLE);

  private final Kind kind;

  CommonError(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}
