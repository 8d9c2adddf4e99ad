package dev.paylink.checkout;

import java.net.URI;

/** A payment, and the address of its page as the merchant was told. */
record Link(String id, String url) {
  String path() {
    return URI.create(url).getRawPath();
  }

  /** The part that nobody can guess. */
  String token() {
    return url.substring(url.lastIndexOf('/') + 1);
  }

  /** The address of something below the page. */
  String url(String below) {
    return url + below;
  }
}
