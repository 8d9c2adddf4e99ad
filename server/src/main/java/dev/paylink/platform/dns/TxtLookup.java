package dev.paylink.platform.dns;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;
import org.jspecify.annotations.Nullable;

/**
 * Asks a name server for the TXT records of a name. "There are none" and "nobody answered" are
 * different results: the first one is about the name, the second one may be about us.
 */
public final class TxtLookup {
  /** A server is asked twice: the second question waits twice as long for its answer. */
  private static final int TRIES = 2;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final String TXT = "TXT";

  private final @Nullable String server;

  /**
   * Prepares the questions.
   *
   * @param server a host, and perhaps a colon and a port; null for the servers that this machine
   *     uses
   */
  public TxtLookup(@Nullable String server) {
    this.server = server;
  }

  /** What came of a question. */
  public sealed interface Result {
    /** The name has these texts; none if there is no such name. */
    record Found(List<String> texts) implements Result {}

    /** No server gave an answer about the name. */
    record Unanswered(String why) implements Result {}
  }

  /** Returns the texts of the name, as they are now. */
  @SuppressWarnings("BanJNDI") // texts of a name server that the operator chose, and no objects
  public Result find(String name) {
    try {
      DirContext context = new InitialDirContext(environment());
      try {
        return new Result.Found(texts(context.getAttributes(name, new String[] {TXT}).get(TXT)));
      } finally {
        context.close();
      }
    } catch (NameNotFoundException e) {
      return new Result.Found(List.of());
    } catch (NamingException e) {
      return new Result.Unanswered(String.valueOf(e.getMessage()));
    }
  }

  @SuppressWarnings("JdkObsolete") // what InitialDirContext takes
  private Hashtable<String, String> environment() {
    Hashtable<String, String> environment = new Hashtable<>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.dns.DnsContextFactory");
    environment.put("com.sun.jndi.dns.timeout.initial", Long.toString(FIRST_WAIT.toMillis()));
    environment.put("com.sun.jndi.dns.timeout.retries", Integer.toString(TRIES));
    if (server != null) {
      environment.put(Context.PROVIDER_URL, "dns://" + server);
    }
    return environment;
  }

  private static List<String> texts(@Nullable Attribute found) throws NamingException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; found != null && i < found.size(); i++) {
      texts.add(unquoted(String.valueOf(found.get(i))));
    }
    return texts;
  }

  /** A text with a blank in it comes in quotation marks. */
  private static String unquoted(String text) {
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }
}
