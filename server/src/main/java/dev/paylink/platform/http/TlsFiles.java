package dev.paylink.platform.http;

import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.tls.Tls;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** TLS from a PEM certificate chain and its PEM key. */
public final class TlsFiles {
  private TlsFiles() {}

  /** Loads TLS; null if no certificate is configured: a proxy in front then terminates TLS. */
  public static @Nullable Tls load(@Nullable Path certificate, @Nullable Path key) {
    if (certificate == null || key == null) {
      return null;
    }
    Keys keys =
        Keys.builder()
            .pem(pem -> pem.key(Resource.create(key)).certChain(Resource.create(certificate)))
            .build();
    return Tls.builder().privateKey(keys).privateKeyCertChain(keys).build();
  }
}
