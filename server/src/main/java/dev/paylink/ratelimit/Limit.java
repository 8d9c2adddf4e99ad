package dev.paylink.ratelimit;

import dev.paylink.platform.http.IpAddress;
import dev.paylink.platform.language.Message;
import java.time.Duration;

/**
 * All limits on guessing and flooding: how many a minute or a day, of what, for whom, and the
 * consequence. A limit refills evenly over that time. Without a pause, its next call is refused
 * with 429 until there is room again; with one, every call is, for as long as the pause lasts. An
 * IPv6 address counts together with its whole /64.
 *
 * <p>Only two budgets are not here: that of an API key is stored with the key, and {@code
 * key.limit} is the default for a new key; that of all keys of a merchant is {@code
 * merchant.limit}.
 */
public enum Limit {
  // Guesses: failed authentications, each followed by a pause.

  /**
   * From one address, with any key, e-mail address or token. A credential that was right from there
   * within the last hour keeps working.
   */
  FAILURES_OF_SOURCE("failures", 50, 5, "pausedsource"),
  /** With one key, e-mail address or token, from one address. */
  FAILURES_OF_NAME("failures", 10, 5, "pausedlogin"),
  /**
   * Wrong passwords for one e-mail address, in all unknown browsers together, whether it has an
   * account or not. A browser where this person has signed in within 30 days is not affected.
   */
  WRONG_PASSWORDS("failures password of", 10, 5, "pausedpassword"),
  /** Wrong passwords for one e-mail address in one browser that is known for it, or one session. */
  WRONG_PASSWORDS_OF_DEVICE("failures password in device of", 10, 5, "pausedlogin"),
  /**
   * Wrong codes of one user's second factor, in all unknown browsers together, or in one known one
   * or session: six digits are few.
   */
  WRONG_CODES("failures second factor of", 10, 5, "pausedcode"),

  // Floods.

  /** From one address: each costs us a password hash, and needs no proof of anything. */
  REGISTRATIONS("register", 60, "registrations"),
  /** From one address, on one day: each is stored for good. */
  REGISTRATIONS_A_DAY("register a day", 1000, Buckets.DAY, "registrations"),
  /** From one address: calls that look at no session, and all forms of the dashboard. */
  DOOR_CALLS("at the door", 3000, "attempts"),
  /** Of one user, on one day: each is in the audit log for good. Wrong ones do not count. */
  SIGN_INS_A_DAY("sign-ins a day of", 2000, Buckets.DAY, "limit.signins"),
  /**
   * By one session of a merchant's user: all calls and forms that change something, whatever it is.
   */
  CHANGES("changes of", 600, "limit.changes"),
  /** By all users of a merchant, on one day: each is in the audit log for good. */
  CHANGES_A_DAY("changes a day of", 10_000, Buckets.DAY, "limit.changesaday"),
  /** By one session of an operator, or by programs with the admin token from one address. */
  OPERATOR_CHANGES("operator changes of", 600, "limit.changes"),
  /** By a merchant of which no owner has proven an address, on one day. */
  UNPROVEN_CHANGES("unproven changes of", 100, Buckets.DAY, "limit.unprovenchanges"),
  /** By one merchant, on one day: each is stored for good. */
  KYB_SUBMISSIONS("kyb submissions", 20, Buckets.DAY, "limit.kyb"),
  /** From one address: each costs us a password hash if the link is good. */
  ACCEPTED_INVITATIONS("accept invitation", 60, "attempts"),
  /** From one address: each may send a letter, or cost us a password hash if the link is good. */
  PASSWORD_RESETS("password reset", 20, "attempts"),
  /** From one address: each begins a sign-in with a passkey, and needs no proof of anything. */
  PASSKEY_CHALLENGES("passkey challenge", 120, "attempts"),
  /** From one address: each may ask an identity provider, and needs no proof of anything. */
  SSO_SIGN_INS("sso sign-in", 120, "attempts"),
  /** By one merchant, which chooses the address of its identity provider: not for scanning. */
  SSO_CHECKS("sso check", 30, "ssochanges"),
  /**
   * To one address outside the merchant's team, no matter who causes them. Letters to customers
   * over this limit are dropped; each node counts those for itself.
   */
  LETTERS_TO_RECIPIENT("letters to", 20, "lettersto"),
  /** On behalf of one merchant, to customers: dropped over the limit, counted by each node. */
  LETTERS_OF_MERCHANT("letters of", 600, "lettersof"),
  /** Caused by people behind one address, whichever merchant they act for. */
  LETTERS_OF_SOURCE("letters from", 120, "lettersfrom"),
  /** From one address: links that confirm an e-mail address, good or not. */
  EMAIL_LINKS("e-mail link", 60, "attempts"),
  /** By one merchant: each sends a letter to an address of its choice. */
  INVITATIONS("invite", 20, "invitations"),
  /**
   * By one merchant, which chooses the address and sees its answer: for testing, not for scanning.
   */
  TEST_DELIVERIES("webhook test", 30, "testdeliveries"),
  /** From one address: protects our processor; codes cannot be guessed anyway. */
  NEW_SESSIONS("open session", 300, "limit.sessions"),
  /** By one session of a payer's page. */
  SESSION_CALLS("session", 120, "limit.sessioncalls"),
  /**
   * From one address: links that lead nowhere. A visitor with a valid whole link is never counted.
   */
  UNKNOWN_LINKS("link-misses", 60, "limit.unknownlinks"),
  /** From one address: payments begun at reusable links, by people who prove nothing. */
  LINK_USES_OF_SOURCE("link-uses", 30, "limit.usesfrom"),
  /** At one reusable link: payments begun, by anybody. */
  LINK_USES("link-uses of", 300, "limit.usesof"),
  /** For one refund: addresses entered by its customer, or by anyone with the link. */
  REFUND_ADDRESSES("refund-addresses", 10, "limit.refundaddresses"),
  /** By one merchant: each is a picture that we decode. */
  LOGOS("logos", 20, "logochanges"),
  /** By one merchant: each is a picture that we decode. */
  LINK_PICTURES("link pictures", 20, "linkpictures"),
  /** By one merchant: links are few, and each is stored. */
  NEW_LINKS("new links", 60, "newlinks"),
  /** By one merchant, on one day: logos and pictures of links together. */
  PICTURES_A_DAY("pictures a day", 200, Buckets.DAY, "limit.picturesaday"),
  /** By one merchant, on one day: a link and its slug are stored for good. */
  NEW_LINKS_A_DAY("new links a day", 1000, Buckets.DAY, "limit.linksaday"),
  /** For one payment: codes requested by its page. */
  PAGE_CODES("page-codes", 60, "limit.ofpayment"),
  /** For one payment: calls by a wallet. */
  WALLET_CALLS("wallet", 120, "limit.ofpayment"),
  /** For one payment: receipts as PDF, which cost far more than a page. */
  RECEIPT_FILES("receipt-pdf", 10, "limit.ofpayment"),
  /** By one merchant: invoices as PDF, which take the places of payers' receipts. */
  INVOICE_FILES("invoice-pdf", 30, "invoicefiles");

  private final String storedName;
  private final int most;
  private final Duration period;
  private final Duration pause;
  private final String key;

  Limit(String storedName, int perMinute, String key) {
    this(storedName, perMinute, 0, key);
  }

  Limit(String storedName, int perMinute, int pauseMinutes, String key) {
    this(storedName, perMinute, Buckets.PERIOD, Duration.ofMinutes(pauseMinutes), key);
  }

  Limit(String storedName, int most, Duration period, String key) {
    this(storedName, most, period, Duration.ZERO, key);
  }

  Limit(String storedName, int most, Duration period, Duration pause, String key) {
    this.storedName = storedName;
    this.most = most;
    this.period = period;
    this.pause = pause;
    this.key = key;
  }

  /** Returns how many there may be within the {@link #period}. */
  public int most() {
    return most;
  }

  /** Returns the time over which the limit refills: a minute or a day. */
  Duration period() {
    return period;
  }

  /** Returns the text of a refusal. */
  public Message message() {
    return Message.of(key, most);
  }

  /** Returns the text of a refusal while every call is refused. */
  Message paused(long seconds) {
    return Message.of(key, seconds);
  }

  /** Returns how long every call is refused once the limit is reached. */
  Duration pause() {
    return pause;
  }

  /**
   * Returns the bucket's name; nodes of different versions share it through Redis.
   *
   * @param whom the limited party; an address counts by its {@link IpAddress#network}
   */
  String bucket(Object whom) {
    return storedName + ' ' + IpAddress.network(whom.toString());
  }
}
