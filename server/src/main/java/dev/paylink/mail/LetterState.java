package dev.paylink.mail;

/** The state of a letter, as it is stored. */
enum LetterState {
  pending,
  sent,
  failed
}
