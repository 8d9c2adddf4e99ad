package dev.paylink.platform.web;

import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are the same for everybody, compressed once if that makes them smaller. What holds a
 * secret, or echoes what somebody sent, does not belong here: the size of a compressed answer would
 * tell about it.
 */
public final class StaticText {
  private final String type;
  private final byte[] plain;
  private final byte @Nullable [] gzip;

  private StaticText(String type, byte[] plain, byte @Nullable [] gzip) {
    this.type = type;
    this.plain = plain;
    this.gzip = gzip;
  }

  public static StaticText of(String type, byte[] plain) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return new StaticText(type, plain, packed.size() < plain.length ? packed.toByteArray() : null);
  }

  /** Returns the bytes as they are. Shared: callers must not write to them. */
  public byte[] plain() {
    return plain;
  }

  /** Answers compressed where the client takes it. */
  public Answer answer(Request request) {
    if (gzip == null) {
      return Answer.okAs(type, plain);
    }
    return accepts(request.header(Headers.ACCEPT_ENCODING))
        ? vary(Answer.okAs(type, gzip)).with(Headers.CONTENT_ENCODING, "gzip")
        : vary(Answer.okAs(type, plain));
  }

  private static Answer vary(Answer answer) {
    return answer.with(Headers.VARY, "Accept-Encoding");
  }

  private static boolean accepts(@Nullable String encodings) {
    return encodings != null
        && encodings
            .toLowerCase(Locale.ROOT)
            .matches("(.*,)?\\s*gzip\\s*(;\\s*q\\s*=\\s*(1|0?\\.0*[1-9]).*)?(,.*)?");
  }
}
