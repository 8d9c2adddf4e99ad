package dev.paylink.platform.web;

import dev.paylink.platform.error.Fault;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Failure;
import dev.paylink.platform.http.Problem;
import dev.paylink.platform.http.Refused;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.json.Fields;
import dev.paylink.platform.language.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A submitted form and its faults. The parser of a call's body also reads the form's fields, so a
 * page and a call follow the very same rules.
 */
public final class Form {
  public static final Form EMPTY = new Form(Map.of(), Map.of(), List.of(), null);

  private final Map<String, String> values;
  private final Map<String, String> secrets;
  private final List<Fault> faults;
  private final @Nullable Problem trouble;

  private Form(
      Map<String, String> values,
      Map<String, String> secrets,
      List<Fault> faults,
      @Nullable Problem trouble) {
    this.values = values;
    this.secrets = secrets;
    this.faults = faults;
    this.trouble = trouble;
  }

  /** Reads the fields of these names, without the blanks that pasting leaves around them. */
  public static Form of(Request request, String... names) {
    return EMPTY.with(request, List.of(names));
  }

  /** Adds more fields, read as {@link #of} reads them. */
  public Form with(Request request, List<String> names) {
    Map<String, String> more = new LinkedHashMap<>(values);
    for (String name : names) {
      more.put(name, FormBody.field(request, name).strip());
    }
    return new Form(more, secrets, faults, trouble);
  }

  /** Adds a field that is kept exactly as typed and never shown again: a password. */
  public Form withSecret(Request request, String name) {
    Map<String, String> more = new LinkedHashMap<>(secrets);
    more.put(name, FormBody.field(request, name));
    return new Form(values, more, faults, trouble);
  }

  /** Returns a form that begins with these values; null is an empty field. */
  public static Form filled(Map<String, ? extends @Nullable String> values) {
    Map<String, String> filled = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          if (value != null) {
            filled.put(name, value);
          }
        });
    return new Form(filled, Map.of(), List.of(), null);
  }

  /** Returns the same with some values written otherwise; empty fields stay empty. */
  public Form mapped(List<String> names, UnaryOperator<String> to) {
    Map<String, String> mapped = new LinkedHashMap<>(values);
    for (String name : names) {
      mapped.computeIfPresent(name, (same, typed) -> typed.isEmpty() ? typed : to.apply(typed));
    }
    return new Form(mapped, secrets, faults, trouble);
  }

  /** Returns the value as typed; empty if nothing was. */
  public String value(String name) {
    return values.getOrDefault(name, "");
  }

  /** Returns all fields, also those left empty. */
  public Fields fields() {
    Map<String, String> all = new LinkedHashMap<>(values);
    all.putAll(secrets);
    return Fields.ofForm(all);
  }

  /** Returns the fields of these names that were filled in. */
  public Fields filledFields(List<String> names) {
    Map<String, String> filled = new LinkedHashMap<>();
    for (String name : names) {
      if (!value(name).isEmpty()) {
        filled.put(name, value(name));
      }
    }
    return Fields.ofForm(filled);
  }

  /** Runs the work; if it refuses the input, shows the form again. */
  public Answer attempt(Supplier<Answer> work, Function<Form, byte[]> again) {
    try {
      return work.get();
    } catch (Refused | Rejection thrown) {
      Problem problem = Failure.refusal(thrown);
      if (!problem.isMendable()) {
        throw thrown;
      }
      return problem.asPage(again.apply(refused(problem)));
    }
  }

  /** Returns the same values with their faults. */
  public Form refused(Problem problem) {
    boolean placed =
        problem.faults().stream()
            .map(Fault::field)
            .anyMatch(name -> values.containsKey(name) || secrets.containsKey(name));
    return new Form(values, Map.of(), problem.faults(), placed ? null : problem);
  }

  /** Returns what is wrong with the whole form; null if the fields show it. */
  public @Nullable String trouble(Words words) {
    return trouble == null ? null : ErrorText.sentence(words, trouble);
  }

  /** Tells whether something is wrong with a field. */
  public boolean isFaulty(String name) {
    return faults.stream().anyMatch(fault -> fault.field().equals(name));
  }

  /** Returns what is wrong with a field, in a sentence with its label; null if nothing is. */
  public @Nullable String fault(Words words, String name, String label) {
    for (Fault fault : faults) {
      if (fault.field().equals(name)) {
        return ErrorText.fault(words, label, fault.message());
      }
    }
    return null;
  }
}
