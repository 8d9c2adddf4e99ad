package dev.paylink.platform.error;

/** A refusal that programs can tell apart. Each part implements it as one enum, its table. */
public interface ErrorCode {
  /** Returns the code as the API shows it, such as {@code PAYMENT_NOT_FOUND}. */
  String name();

  Kind kind();
}
