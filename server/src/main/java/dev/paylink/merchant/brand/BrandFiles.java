package dev.paylink.merchant.brand;

import dev.paylink.ids.MerchantId;
import dev.paylink.merchant.user.MerchantError;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Headers;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Message;
import dev.paylink.platform.web.Paint;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;

/**
 * Serves merchants' logos, and a style sheet for each colour there is. Their paths name what is in
 * them, so browsers may keep them for good. As documents of their own they can do nothing. The logo
 * of a merchant that is not verified is shown to its own users alone: we are nobody's file host.
 */
public final class BrandFiles {
  private static final String FOR_GOOD = "public, max-age=31536000, immutable";
  private static final String NOTHING = "default-src 'none'; sandbox";
  private static final Pattern LOGO = Pattern.compile("(?<hash>[0-9a-f]{64})\\.png");
  private static final Pattern STYLESHEET = Pattern.compile("(?<color>[0-9a-f]{6})\\.css");

  private final BrandStore store = new BrandStore();
  private final Jdbi jdbi;
  private final BiPredicate<MerchantId, Request> isMember;

  /**
   * Prepares the files.
   *
   * @param isMember tells whether somebody of the merchant asks
   */
  public BrandFiles(Jdbi jdbi, BiPredicate<MerchantId, Request> isMember) {
    this.jdbi = jdbi;
    this.isMember = isMember;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/logo/:merchantId/:file", this::logo),
        Route.get("/brand/:file", BrandFiles::stylesheet));
  }

  private Answer logo(Request request) {
    MerchantId merchant = MerchantId.parse(request.parameter("merchantId"));
    Matcher file = LOGO.matcher(request.parameter("file"));
    if (merchant != null && file.matches()) {
      byte[] hash = HexFormat.of().parseHex(file.group("hash"));
      byte[] shown = jdbi.withHandle(handle -> store.picture(handle, merchant, hash));
      if (shown != null) {
        return forGood(Answer.okAs("image/png", shown));
      }
      byte[] own =
          isMember.test(merchant, request)
              ? jdbi.withHandle(handle -> store.ownPicture(handle, merchant, hash))
              : null;
      if (own != null) {
        return forMember(Answer.okAs("image/png", own));
      }
    }
    throw new Rejection(MerchantError.LOGO_NOT_FOUND, Message.of("brand.nologo"));
  }

  /** Shows a picture to somebody who is signed in; nothing between us may keep it. */
  public static Answer forMember(Answer answer) {
    return answer
        .with(Headers.CACHE_CONTROL, "private, no-store")
        .with(Headers.CONTENT_SECURITY_POLICY, NOTHING);
  }

  private static Answer stylesheet(Request request) {
    Matcher file = STYLESHEET.matcher(request.parameter("file"));
    if (!file.matches()) {
      throw new Rejection(MerchantError.COLOR_NOT_FOUND, Message.of("brand.nocolor"));
    }
    Paint color = Objects.requireNonNull(Paint.parse('#' + file.group("color")));
    return forGood(Answer.okAs("text/css; charset=utf-8", color.css()));
  }

  /** Lets browsers keep a picture or style sheet whose path names what is in it. */
  public static Answer forGood(Answer answer) {
    return answer
        .with(Headers.CACHE_CONTROL, FOR_GOOD)
        .with(Headers.CONTENT_SECURITY_POLICY, NOTHING);
  }
}
