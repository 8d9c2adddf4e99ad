package dev.paylink.bench.load;

import java.util.List;

/** A wrk script that gets paths one after the other and then from the start, headers likewise. */
public final class Walk {
  private Walk() {}

  /** Each of {@code headers} is what one request carries: lines without their ends. */
  public static String script(List<String> paths, List<List<String>> headers) {
    return """
        local paths = {"%s"}
        local headers = {"%s"}
        local count = 0
        function request()
          count = count + 1
          return "GET " .. paths[count %% #paths + 1]
            .. " HTTP/1.1\\r\\nHost: bench\\r\\n" .. headers[count %% #headers + 1] .. "\\r\\n\\r\\n"
        end
        """
        .formatted(
            String.join("\",\"", paths),
            String.join("\",\"", headers.stream().map(h -> String.join("\\r\\n", h)).toList()));
  }
}
