package dev.paylink.platform.oidc;

import dev.paylink.platform.language.Message;
import java.io.IOException;
import java.time.Duration;
import okhttp3.Call;
import okhttp3.FormBody;
import okhttp3.Request;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * Sends single requests to identity providers, each within {@link #PATIENCE} and {@link
 * #MAX_BYTES}, without redirects.
 */
public interface ProviderHttp {
  /** The time for one request, from the name to the last byte. */
  Duration PATIENCE = Duration.ofSeconds(5);

  /** Ample for metadata, keys and tokens. */
  int MAX_BYTES = 96 * 1024;

  /** Returns why this address cannot be a provider's, in words for its owner; null if it can. */
  @Nullable Message refusal(String url);

  /** Sends one request; throws {@link ProviderFailure} when there is no answer. */
  Reply send(Ask ask);

  /** What to send: a POST if there is a form, otherwise a GET. */
  record Ask(String url, @Nullable String authorization, @Nullable FormBody form) {
    static Ask get(String url) {
      return new Ask(url, null, null);
    }

    /** Returns the request for the HTTP client. */
    public Request.Builder request() {
      Request.Builder request =
          new Request.Builder()
              .url(url)
              .header("Accept", "application/json")
              .header("Accept-Encoding", "identity");
      if (authorization != null) {
        request.header("Authorization", authorization);
      }
      return form == null ? request : request.post(form);
    }
  }

  /** What came back. */
  record Reply(int status, byte[] body) {}

  /** Runs a call and reads its answer; throws when it is too long. */
  static Reply exchange(Call call) throws IOException {
    try (Response response = call.execute()) {
      BufferedSource source = response.body().source();
      if (source.request(MAX_BYTES + 1L)) {
        call.cancel(); // otherwise closing would first try to read the rest
        throw new IOException("the answer is too long");
      }
      return new Reply(response.code(), source.readByteArray());
    }
  }
}
