package dev.paylink.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The results of the creates of one key: the stored, the refused, and how long each took from when
 * it was due; also from when it was sent, which leaves out what the generator itself was late.
 */
public final class Answers {
  private final Times stored = new Times();
  private final Times storedSent = new Times();
  private final Times refused = new Times();
  private final Times refusedSent = new Times();
  private final Times late = new Times();
  private final List<String> paymentIds = new ArrayList<>();
  private int withoutRetryAfter;
  int unanswered;

  public long stored() {
    return stored.count;
  }

  public long refused() {
    return refused.count;
  }

  public double storedMillis(double percent) {
    return stored.percentileMillis(percent);
  }

  public double storedSentMillis(double percent) {
    return storedSent.percentileMillis(percent);
  }

  public double refusedMillis(double percent) {
    return refused.percentileMillis(percent);
  }

  public double refusedSentMillis(double percent) {
    return refusedSent.percentileMillis(percent);
  }

  public double sentLateMillis(double percent) {
    return late.percentileMillis(percent);
  }

  /** Returns how many got no answer at all within the time that the generator waits. */
  public int unanswered() {
    return unanswered;
  }

  /** Returns how many refusals did not say when to come back. */
  public int withoutRetryAfter() {
    return withoutRetryAfter;
  }

  /** Returns the payments that the service has promised to have. */
  public List<String> paymentIds() {
    return paymentIds;
  }

  void sentLate(long nanos) {
    late.add(nanos);
  }

  /** Takes an answer if it is whole. */
  boolean take(byte[] bytes, int length, long dueNanos, long sentNanos) {
    String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    int head = text.indexOf("\r\n\r\n");
    if (head < 0) {
      return false;
    }
    MessageReader.Message answer =
        new MessageReader.Message(text.substring(0, head + 2), text.substring(head + 4));
    String bodyLength = answer.header("Content-Length");
    if (bodyLength == null || answer.body().length() < Integer.parseInt(bodyLength)) {
      return false;
    }
    long now = System.nanoTime();
    count(answer, now - dueNanos, now - sentNanos);
    return true;
  }

  private void count(MessageReader.Message answer, long nanos, long sinceSent) {
    String status = answer.firstLine().substring("HTTP/1.1 ".length());
    if (status.startsWith("200")) {
      stored.add(nanos);
      storedSent.add(sinceSent);
      String id = answer.member("paymentId");
      if (id == null) {
        throw new IllegalStateException("no paymentId: " + answer.body());
      }
      paymentIds.add(id);
    } else if (status.startsWith("503")) {
      refused.add(nanos);
      refusedSent.add(sinceSent);
      withoutRetryAfter += answer.header("Retry-After") == null ? 1 : 0;
    } else {
      throw new IllegalStateException(answer.head() + answer.body());
    }
  }

  /** Many durations. */
  private static final class Times {
    private long[] nanos = new long[1024];
    private int count;

    void add(long value) {
      if (count == nanos.length) {
        nanos = Arrays.copyOf(nanos, 2 * count);
      }
      nanos[count++] = value;
    }

    double percentileMillis(double percent) {
      if (count == 0) {
        return 0;
      }
      long[] sorted = Arrays.copyOf(nanos, count);
      Arrays.sort(sorted);
      int rank = (int) Math.ceil(percent / 100 * count);
      return sorted[Math.max(0, rank - 1)] / 1e6;
    }
  }
}
