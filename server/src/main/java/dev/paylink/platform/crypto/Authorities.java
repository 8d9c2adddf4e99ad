package dev.paylink.platform.crypto;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Checks certificates of servers against private authorities, or against the public ones. */
public final class Authorities {
  private Authorities() {}

  /** Returns a check that believes these authorities and no others. */
  public static X509ExtendedTrustManager only(List<X509Certificate> authorities) {
    try {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (X509Certificate authority : authorities) {
        trusted.setCertificateEntry("authority-" + trusted.size(), authority);
      }
      return of(trusted);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("cannot use these certificates", e);
    }
  }

  /** Returns a check that believes the public authorities that the JDK knows. */
  public static X509ExtendedTrustManager wellKnown() {
    try {
      return of(null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot use the certificates of the JDK", e);
    }
  }

  /** Returns a context for TLS that checks the server so. */
  public static SSLContext context(X509ExtendedTrustManager trust) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {trust}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no TLS", e);
    }
  }

  private static X509ExtendedTrustManager of(@Nullable KeyStore trusted)
      throws GeneralSecurityException {
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(trusted);
    return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
  }
}
