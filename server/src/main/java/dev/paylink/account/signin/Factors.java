package dev.paylink.account.signin;

import dev.paylink.account.Person;
import dev.paylink.account.passkey.PasskeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Removes a person's second factors: the authenticator app with its recovery codes, passkeys. */
public final class Factors {
  private static final String APP = "authenticator app";

  /** A time span longer than the age of any factor. */
  private static final Duration EVER = Duration.ofDays(100_000);

  private final PasskeyStore passkeys = new PasskeyStore();
  private final SecondFactorStore apps;

  Factors(SecondFactorStore apps) {
    this.apps = apps;
  }

  /** Returns the names of all that the person has. */
  public List<String> names(Handle handle, Person person) {
    List<String> names = new ArrayList<>();
    SecondFactorStore.Factor app = apps.find(handle, person, Duration.ZERO);
    if (app != null && app.confirmed()) {
      names.add(APP);
    }
    names.addAll(passkeys(handle, person));
    return names;
  }

  /** Returns the names of the person's passkeys. */
  public List<String> passkeys(Handle handle, Person person) {
    return passkeys.names(handle, person).stream().map(name -> "passkey " + name).toList();
  }

  /** Removes all of them and returns their names. */
  public List<String> removeAll(Handle handle, Person person) {
    List<String> names = names(handle, person);
    apps.delete(handle, person);
    passkeys.deleteYounger(handle, person, EVER);
    return names;
  }

  /** Removes those that are younger than that, and returns their names. */
  public List<String> removeYounger(Handle handle, Person person, Duration age) {
    List<String> before = new ArrayList<>(names(handle, person));
    apps.deleteYounger(handle, person, age);
    passkeys.deleteYounger(handle, person, age);
    names(handle, person).forEach(before::remove); // one each: two passkeys can have one name
    return before;
  }
}
