package dev.paylink.payment.reuse;

import dev.paylink.merchant.brand.BrandFiles;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.payment.read.PaymentError;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;

/**
 * Serves the pictures of reusable links, below the path of their link. A path names what is in it,
 * so browsers may keep it for good. As documents of their own they can do nothing.
 */
public final class LinkPictures {
  private static final Pattern FILE = Pattern.compile("(?<hash>[0-9a-f]{64})\\.jpg");

  private final ReusableLinkStore store = new ReusableLinkStore();
  private final Jdbi jdbi;
  private final UseLink links;

  public LinkPictures(Jdbi jdbi, UseLink links) {
    this.jdbi = jdbi;
    this.links = links;
  }

  public List<Route> routes() {
    return List.of(Route.get("/l/:slug/:file", this::picture));
  }

  private Answer picture(Request request) {
    Matcher file = FILE.matcher(request.parameter("file"));
    UseLink.Offer offer = file.matches() ? links.find(request.parameter("slug")) : null;
    byte[] jpeg =
        offer == null || offer.merchant().verification() == Verification.Suspended
            ? null
            : jdbi.withHandle(
                handle ->
                    store.picture(
                        handle, offer.link(), HexFormat.of().parseHex(file.group("hash"))));
    if (jpeg == null) {
      throw new Rejection(PaymentError.PICTURE_NOT_FOUND, Message.of("link.nopicture"));
    }
    return BrandFiles.forGood(Answer.okAs("image/jpeg", jpeg));
  }
}
