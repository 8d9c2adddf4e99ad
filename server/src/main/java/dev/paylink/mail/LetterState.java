package dev.paylink.mail;

/** Where a letter stands, as it is stored. */
enum LetterState {
  pending,
  sent,
  failed
}
