package dev.paylink.webhook.endpoint;

import dev.paylink.platform.crypto.Authorities;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Believes the public authorities, and the operator's own where the address that was dialled is one
 * that the operator has opened. So a private authority vouches for nobody outside.
 */
final class InsideTrust extends X509ExtendedTrustManager {
  private final AllowedAddresses reach;
  private final X509ExtendedTrustManager wellKnown = Authorities.wellKnown();
  private final X509ExtendedTrustManager own;

  InsideTrust(AllowedAddresses reach, List<X509Certificate> authorities) {
    this.reach = reach;
    this.own = Authorities.only(authorities);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    try {
      wellKnown.checkServerTrusted(chain, authType, socket);
    } catch (CertificateException e) {
      if (!reach.isInside(socket.getInetAddress())) {
        throw e;
      }
      own.checkServerTrusted(chain, authType, socket);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    throw unknownAddress();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw unknownAddress();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    throw unknownAddress();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    throw unknownAddress();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw unknownAddress();
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return Stream.of(wellKnown, own)
        .flatMap(each -> Stream.of(each.getAcceptedIssuers()))
        .toArray(X509Certificate[]::new);
  }

  private static CertificateException unknownAddress() {
    return new CertificateException("only a socket tells which address was dialled");
  }
}
