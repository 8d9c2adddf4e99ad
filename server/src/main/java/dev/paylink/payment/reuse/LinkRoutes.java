package dev.paylink.payment.reuse;

import dev.paylink.ids.LinkId;
import dev.paylink.ids.Page;
import dev.paylink.merchant.brand.BrandFiles;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.signin.MerchantCalls;
import dev.paylink.merchant.signin.SharedCalls;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.MerchantActing;
import dev.paylink.merchant.user.Role;
import dev.paylink.payment.create.CreatePayment;
import dev.paylink.payment.read.PaymentError;
import dev.paylink.platform.error.Rejection;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.QueryParameters;
import dev.paylink.platform.http.Request;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.json.Json;
import dev.paylink.platform.language.Message;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The calls with which a merchant's people and servers make reusable links, change and switch them,
 * and the pictures of links, below the path of their link.
 */
public final class LinkRoutes {
  private static final Set<String> PARAMETERS = Set.of("after", "archived", "limit");
  private static final Pattern FILE = Pattern.compile("(?<hash>[0-9a-f]{64})\\.jpg");

  private final MerchantCalls calls;
  private final SharedCalls servers;
  private final MerchantLinks links;
  private final UseLink use;

  public LinkRoutes(MerchantCalls calls, SharedCalls servers, MerchantLinks links, UseLink use) {
    this.calls = calls;
    this.servers = servers;
    this.links = links;
    this.use = use;
  }

  public List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    routes.addAll(shared("/merchant/links", calls.shared(Role.developer), this::create));
    routes.addAll(shared("/sdk/server/links", servers, this::createOnce));
    routes.add(
        Route.put(
            "/merchant/links/:id/picture",
            calls.changing(Role.developer, Guard.THAWED, this::putPicture)));
    routes.add(
        Route.delete(
            "/merchant/links/:id/picture", calls.changing(Role.developer, this::removePicture)));
    routes.add(Route.get("/l/:slug/:file", this::picture));
    return routes;
  }

  private List<Route> shared(String path, SharedCalls by, SharedCalls.Call create) {
    return List.of(
        Route.get(path, by.reading(this::list)),
        Route.post(path, by.changing(Guard.NONE, create)),
        Route.get(path + "/:id", by.reading(this::read)),
        Route.put(path + "/:id", by.changing(Guard.THAWED, this::change)),
        turning(path, by, "activate", (who, id) -> links.turn(who, id, true)),
        turning(path, by, "deactivate", (who, id) -> links.turn(who, id, false)),
        turning(path, by, "archive", (who, id) -> links.archive(who, id, true)),
        turning(path, by, "unarchive", (who, id) -> links.archive(who, id, false)));
  }

  private Answer list(Request request, MerchantActing by) {
    QueryParameters query = new QueryParameters(request, PARAMETERS);
    LinkId after = query.read("after", LinkId::parse, Message.of("field.cursor"));
    int limit = query.number("limit", 1, Page.MAX_LIMIT, Page.USUAL_LIMIT);
    Boolean archived = query.read("archived", LinkRoutes::flag, Message.of("field.boolean"));
    query.refuseFaults();
    return Answer.ok(
        links
            .list(by.merchantId(), Boolean.TRUE.equals(archived), after, limit)
            .json(LinkRoutes::write));
  }

  private Answer create(Request request, MerchantActing by) {
    return Answer.created(json(links.create(by, request.jsonFields())));
  }

  private Answer createOnce(Request request, MerchantActing by) {
    String key = CreatePayment.idempotencyKey(request, Message.of("idempotency.link"));
    MerchantLinks.Requested requested = links.create(by, key, request.jsonBody());
    Answer answer = Answer.created(json(requested.seen()));
    return requested.replayed() ? answer.replayed() : answer;
  }

  private Answer read(Request request, MerchantActing by) {
    return Answer.ok(json(links.read(by.merchantId(), request.parameter("id"))));
  }

  private Answer change(Request request, MerchantActing by) {
    return Answer.ok(json(links.change(by, request.parameter("id"), request.jsonFields())));
  }

  private Answer putPicture(Request request, MerchantActing by) {
    return Answer.ok(json(links.changePicture(by, request.parameter("id"), request.body())));
  }

  private Answer removePicture(Request request, MerchantActing by) {
    return Answer.ok(json(links.removePicture(by, request.parameter("id"))));
  }

  private static Route turning(
      String path,
      SharedCalls by,
      String verb,
      BiFunction<MerchantActing, String, MerchantLinks.Seen> turn) {
    return Route.post(
        path + "/:id/" + verb,
        by.changing(
            Guard.NONE,
            (request, who) -> Answer.ok(json(turn.apply(who, request.parameter("id"))))));
  }

  private static byte[] json(MerchantLinks.Seen seen) {
    Json json = Json.object();
    write(json, seen);
    return json.bytes();
  }

  private static void write(Json json, MerchantLinks.Seen seen) {
    ReusableLink link = seen.link();
    LinkSettings settings = link.settings();
    json.put("id", link.id().toString())
        .put("slug", link.slug())
        .put("url", seen.url())
        .put("status", seen.state().name())
        .put("active", link.active())
        .put("title", settings.title())
        .put("text", settings.text())
        .put("currency", settings.currency())
        .put("amount", plain(settings.amount()))
        .put("minAmount", plain(settings.minAmount()))
        .put("maxAmount", plain(settings.maxAmount()))
        .putTexts(
            "suggestedAmounts",
            settings.suggestedAmounts().stream().map(BigDecimal::toPlainString).toList())
        .putObject(
            "fields",
            fields ->
                fields
                    .put("name", settings.name().name())
                    .put("email", settings.email().name())
                    .put("reference", settings.reference().name()))
        .put("successUrl", settings.successUrl())
        .put("maxUses", settings.maxUses())
        .put("endsAt", settings.endsAt())
        .put("uses", link.uses())
        .put("paid", seen.payments())
        .putObjects(
            "received",
            seen.paid(),
            (sum, paid) ->
                sum.put("currency", paid.currency())
                    .put("amount", paid.volume().toPlainString())
                    .put("payments", paid.payments()))
        .putObject(
            "picture",
            link.picture(),
            (picture, shown) ->
                picture
                    .put("url", seen.pictureUrl())
                    .put("width", shown.width())
                    .put("height", shown.height()))
        .put("createdAt", link.createdAt())
        .put("archivedAt", link.archivedAt());
  }

  private static @Nullable Boolean flag(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> null;
    };
  }

  private static @Nullable String plain(@Nullable BigDecimal amount) {
    return amount == null ? null : amount.toPlainString();
  }

  /**
   * A path names what is in it, so browsers may keep it for good. As documents of their own they
   * can do nothing. That of a merchant that is not verified is shown to its own users alone.
   */
  private Answer picture(Request request) {
    Matcher file = FILE.matcher(request.parameter("file"));
    UseLink.Offer offer = file.matches() ? use.find(request.parameter("slug")) : null;
    boolean isPublic = offer != null && offer.merchant().verification() == Verification.KybVerified;
    byte[] jpeg =
        offer == null || (!isPublic && !calls.isOf(offer.merchant().id(), request))
            ? null
            : use.picture(offer, HexFormat.of().parseHex(file.group("hash")));
    if (jpeg == null) {
      throw new Rejection(PaymentError.PICTURE_NOT_FOUND, Message.of("link.nopicture"));
    }
    Answer answer = Answer.okAs("image/jpeg", jpeg);
    return isPublic ? BrandFiles.forGood(answer) : BrandFiles.forMember(answer);
  }
}
