package dev.paylink.platform.http;

import dev.paylink.platform.error.Fault;
import dev.paylink.platform.json.DidYouMean;
import dev.paylink.platform.json.Timestamps;
import dev.paylink.platform.language.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads typed values from a query string and collects every fault, so that a caller learns all of
 * them at once. A parameter that is absent, empty or faulty reads as null.
 */
public final class QueryParameters {
  private final Request request;
  private final List<Fault> faults = new ArrayList<>();

  private QueryParameters(Request request) {
    this.request = request;
  }

  /** Reads the query; names that nobody knows are left alone. */
  public static QueryParameters ofAny(Request request) {
    return new QueryParameters(request);
  }

  /** Reads the query; an unknown name is a fault. */
  public QueryParameters(Request request, Collection<String> known) {
    this(request);
    for (String name : request.queryNames()) {
      if (!known.contains(name)) {
        String nearest = DidYouMean.nearest(name, known);
        faults.add(
            new Fault(
                name,
                nearest == null
                    ? Message.of("field.unknownparameter")
                    : Message.of("field.unknownparameter.near", nearest)));
      }
    }
  }

  /** Returns the parsed value; if the parser returns null, adds {@code fault}. */
  public <T> @Nullable T read(String name, Function<String, @Nullable T> parser, Message fault) {
    String text = request.query(name);
    T value = text == null ? null : parser.apply(text);
    if (text != null && value == null) {
      faults.add(new Fault(name, fault));
    }
    return value;
  }

  public @Nullable String text(String name) {
    // PostgreSQL stores no NUL, so nothing can match it, and refuses a statement that holds one.
    return read(name, text -> text.indexOf('\0') >= 0 ? null : text, Message.of("field.control"));
  }

  /** Returns whether the parameter is there; {@code true} is the only value it may have. */
  public boolean flag(String name) {
    Message only = Message.of("field.oneof", "true");
    return read(name, text -> text.equals("true") ? Boolean.TRUE : null, only) != null;
  }

  /** Returns one end of a time range. */
  public @Nullable Instant time(String name) {
    return read(name, Timestamps::parseBound, Timestamps.WORDS);
  }

  public int number(String name, int min, int max, int otherwise) {
    Integer number =
        read(
            name,
            text -> {
              int value = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
              return value < min || value > max ? null : value;
            },
            Message.of("field.whole", min, max));
    return number == null ? otherwise : number;
  }

  /** Adds a fault of that parameter unless the condition holds. */
  public void require(boolean holds, String name, Message fault) {
    if (!holds) {
      faults.add(new Fault(name, fault));
    }
  }

  /** Refuses the request if there are faults; call when everything is read. */
  public void refuseFaults() {
    if (!faults.isEmpty()) {
      throw new Refused(Problem.invalidRequest(faults));
    }
  }
}
