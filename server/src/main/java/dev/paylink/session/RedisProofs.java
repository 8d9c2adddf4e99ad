package dev.paylink.session;

import dev.paylink.platform.redis.Redis;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import java.util.function.Supplier;

/**
 * Used proofs shared by all nodes, kept in Redis under {@code paylink:proof:…} while they could be
 * used again. Each node also remembers its own, so that while Redis is away a proof can be used at
 * most once on each node, and polls go on.
 */
final class RedisProofs implements UsedProofs {
  private static final String PREFIX = "paylink:proof:";

  private static final String AWAY =
      "until it is back, this node remembers used DPoP proofs on its own";

  private final Redis redis;
  private final Supplier<RedisCommands<String, String>> commands;
  private final UsedProofs own = new Local();

  RedisProofs(Redis redis) {
    this.redis = redis;
    this.commands = redis.connect(StringCodec.UTF8, AWAY, StatefulRedisConnection::sync);
  }

  @Override
  public boolean claim(Proof proof) {
    return own.claim(proof) && claimForAll(proof);
  }

  private boolean claimForAll(Proof proof) {
    try {
      SetArgs onlyFirst = SetArgs.Builder.nx().px(REMEMBERED);
      boolean first = "OK".equals(commands.get().set(PREFIX + proof.id(), "", onlyFirst));
      redis.answered();
      return first;
    } catch (RuntimeException e) {
      redis.away(AWAY, e);
      return true; // this node has not seen it
    }
  }
}
