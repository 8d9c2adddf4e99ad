package dev.paylink.ids;

import dev.paylink.platform.json.Json;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Some of a list, and the cursor of those that follow; null if there are no more. */
public record Page<T, I extends Id>(List<T> items, @Nullable I next) {
  /** How many a call gets that does not say how many it wants. */
  public static final int USUAL_LIMIT = 20;

  /** How many a call may ask for. */
  public static final int MAX_LIMIT = 100;

  /** Makes a page of what was found: one more than the limit, if there are more. */
  public static <T, I extends Id> Page<T, I> of(List<T> found, int limit, Function<T, I> id) {
    return found.size() > limit
        ? new Page<>(found.subList(0, limit), id.apply(found.get(limit - 1)))
        : new Page<>(found, null);
  }

  /** Returns the answer of a call that lists. */
  public byte[] json(BiConsumer<Json, T> write) {
    return Json.object()
        .putObjects("data", items, write)
        .put("nextCursor", next == null ? null : next.toString())
        .bytes();
  }
}
