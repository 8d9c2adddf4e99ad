package dev.paylink.cli.mcp;

import dev.paylink.cli.io.CliError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The arguments of one call, which fit the tool's parameters. */
record Arguments(Map<String, Object> values) {

  /** Checks what a client sent, and tells every fault at once. */
  static Arguments checked(List<Parameter> parameters, @Nullable Map<String, Object> given) {
    Map<String, Object> values = new LinkedHashMap<>();
    if (given != null) {
      given.forEach(
          (name, value) -> {
            if (value != null) { // clients send null for what they leave out
              values.put(name, value);
            }
          });
    }
    List<String> faults = new ArrayList<>();
    for (Parameter parameter : parameters) {
      String fault = parameter.fault(values.get(parameter.name()));
      if (fault != null) {
        faults.add(parameter.name() + " " + fault);
      }
    }
    List<String> names = parameters.stream().map(Parameter::name).toList();
    for (String name : values.keySet()) {
      if (!names.contains(name)) {
        faults.add(name + " is not an argument of this tool");
      }
    }
    if (!faults.isEmpty()) {
      throw new CliError(
          String.join("\n", faults), "Call it again with these: " + String.join(", ", names));
    }
    return new Arguments(values);
  }

  /** Returns a text that is required. */
  String text(String name) {
    String text = find(name);
    if (text == null) {
      throw new IllegalStateException(name + " is not required");
    }
    return text;
  }

  /** Returns a text, null when it was left out. */
  @Nullable String find(String name) {
    return values.get(name) instanceof String text ? text : null;
  }

  String find(String name, String otherwise) {
    String text = find(name);
    return text == null ? otherwise : text;
  }

  int count(String name, int otherwise) {
    return values.get(name) instanceof Integer number ? number : otherwise;
  }

  Map<String, String> texts(String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (values.get(name) instanceof Map<?, ?> map) {
      map.forEach((key, value) -> texts.put(String.valueOf(key), String.valueOf(value)));
    }
    return texts;
  }
}
