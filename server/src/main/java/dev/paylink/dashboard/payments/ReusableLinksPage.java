package dev.paylink.dashboard.payments;

import dev.paylink.checkout.QrCode;
import dev.paylink.dashboard.frame.DashboardDoor;
import dev.paylink.dashboard.frame.DashboardNotice;
import dev.paylink.dashboard.frame.DashboardPaths;
import dev.paylink.dashboard.frame.DashboardSection;
import dev.paylink.dashboard.frame.MerchantVisit;
import dev.paylink.ids.LinkId;
import dev.paylink.ids.Page;
import dev.paylink.merchant.profile.Verification;
import dev.paylink.merchant.user.Guard;
import dev.paylink.merchant.user.Role;
import dev.paylink.merchant.user.SignedIn;
import dev.paylink.money.Currencies;
import dev.paylink.payment.reuse.LinkSettings;
import dev.paylink.payment.reuse.LinkState;
import dev.paylink.payment.reuse.MerchantLinks;
import dev.paylink.payment.reuse.PayerField;
import dev.paylink.payment.reuse.ReusableLink;
import dev.paylink.platform.http.Answer;
import dev.paylink.platform.http.Route;
import dev.paylink.platform.language.Words;
import dev.paylink.platform.web.FileBody;
import dev.paylink.platform.web.Form;
import dev.paylink.platform.web.PagePath;
import dev.paylink.platform.web.Pager;
import dev.paylink.platform.web.Panel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reusable links: create one, see its payments, change it and its picture, switch it on and off,
 * archive it, print its QR code, and copy a button for a site.
 */
public record ReusableLinksPage(DashboardDoor door, MerchantLinks links, Currencies currencies) {
  private static final int MAX_ON_PAGE = 25;
  private static final String ARCHIVED = "archived";
  private static final String PICTURE = "picture";

  /** The list. {@code payable} tells whether the links can be paid now. */
  public record View(
      Panel panel,
      boolean mayChange,
      boolean payable,
      boolean archived,
      @Nullable String news,
      List<MerchantLinks.Seen> links,
      Pager pager,
      ReusableLinkForm form,
      Map<String, String> currencies) {}

  /** One link. */
  public record LinkView(
      Panel panel,
      boolean mayChange,
      boolean payable,
      @Nullable String news,
      MerchantLinks.Seen seen,
      ReusableLinkForm form,
      Form picture,
      Map<String, String> currencies) {

    public boolean isArchived() {
      return seen.state() == LinkState.archived;
    }

    /** Returns a button for the merchant's own site, without any script. */
    public String button() {
      return "<a href=\"%s\" rel=\"noopener\">%s</a>"
          .formatted(seen.url(), escaped(seen.link().settings().title()));
    }

    private static String escaped(String text) {
      return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
  }

  /** Returns the choices of whether customers are asked for something. */
  public static Map<String, String> options(Words words) {
    return words.choices("linkform.ask.", (Object[]) PayerField.values());
  }

  public static String amount(Words words, LinkSettings settings) {
    return PaymentWords.amount(words, settings.amount(), settings.currency());
  }

  public static String uses(Words words, MerchantLinks.Seen seen) {
    Long most = seen.link().settings().maxUses();
    return most == null
        ? Long.toString(seen.link().uses())
        : words.get("links.usesof", seen.link().uses(), most);
  }

  /** Returns what was paid, such as "3, $75.00". */
  public static String paid(Words words, MerchantLinks.Seen seen) {
    return seen.paid().isEmpty()
        ? "0"
        : seen.payments()
            + seen.paid().stream()
                .map(sum -> PaymentWords.amount(words, sum.volume(), sum.currency()))
                .collect(Collectors.joining(" + ", words.get("list.comma"), ""));
  }

  public static String name(Words words, LinkState state) {
    return words.get("links.state." + state.name());
  }

  public static String tone(LinkState state) {
    return state == LinkState.open ? "good" : "calm";
  }

  public List<Route> routes() {
    return List.of(
        door.page(
            DashboardPaths.REUSABLE_LINKS,
            visit ->
                Answer.html(
                    draw(
                        visit,
                        visit.news(),
                        ReusableLinkForm.fresh(currencies.standard().code(), links.newId())))),
        door.form(Role.developer, DashboardPaths.REUSABLE_LINKS, this::create),
        door.page(DashboardPaths.REUSABLE_LINK, this::show),
        door.form(Role.developer, Guard.THAWED, DashboardPaths.REUSABLE_LINK, this::change),
        door.page(DashboardPaths.REUSABLE_LINK_QR_CODE, this::qrCode),
        press(
            DashboardPaths.REUSABLE_LINK_ACTIVATE,
            DashboardNotice.REUSABLE_LINK_ON,
            (signedIn, id) -> links.turn(signedIn, id, true)),
        press(
            DashboardPaths.REUSABLE_LINK_DEACTIVATE,
            DashboardNotice.REUSABLE_LINK_OFF,
            (signedIn, id) -> links.turn(signedIn, id, false)),
        press(
            DashboardPaths.REUSABLE_LINK_ARCHIVE,
            DashboardNotice.REUSABLE_LINK_ARCHIVED,
            (signedIn, id) -> links.archive(signedIn, id, true)),
        press(
            DashboardPaths.REUSABLE_LINK_UNARCHIVE,
            DashboardNotice.REUSABLE_LINK_BACK,
            (signedIn, id) -> links.archive(signedIn, id, false)),
        door.form(
            Role.developer,
            Guard.THAWED,
            DashboardPaths.REUSABLE_LINK_PICTURE,
            this::changePicture),
        press(
            DashboardPaths.REUSABLE_LINK_PICTURE_REMOVE,
            DashboardNotice.LINK_PICTURE_REMOVED,
            links::removePicture));
  }

  private Answer create(MerchantVisit visit) {
    ReusableLinkForm form = ReusableLinkForm.of(visit.request());
    return form.form()
        .attempt(
            () -> {
              LinkId id = form.id();
              MerchantLinks.Seen made =
                  links.create(
                      visit.signedIn(),
                      form.fields(null, visit.words().format()),
                      id == null ? links.newId() : id);
              return DashboardNotice.REUSABLE_LINK.on(
                  DashboardPaths.REUSABLE_LINK.to(made.link().id()));
            },
            again -> draw(visit, null, new ReusableLinkForm(again)));
  }

  private Answer show(MerchantVisit visit) {
    MerchantLinks.Seen seen = seen(visit);
    return Answer.html(
        draw(
            visit,
            visit.news(),
            seen,
            ReusableLinkForm.of(seen.link().settings(), visit.words().format()),
            Form.EMPTY));
  }

  private Answer change(MerchantVisit visit) {
    MerchantLinks.Seen seen = seen(visit);
    ReusableLinkForm form = ReusableLinkForm.of(visit.request());
    return form.form()
        .attempt(
            () -> {
              links.change(
                  visit.signedIn(),
                  id(visit),
                  form.fields(seen.link().settings(), visit.words().format()));
              return DashboardNotice.REUSABLE_LINK_SAVED.on(
                  DashboardPaths.REUSABLE_LINK.to(seen.link().id()));
            },
            again -> draw(visit, null, seen, new ReusableLinkForm(again), Form.EMPTY));
  }

  private Answer changePicture(MerchantVisit visit) {
    return Form.filled(Map.of(PICTURE, ""))
        .attempt(
            () -> {
              byte[] file = FileBody.file(visit.request(), PICTURE);
              MerchantLinks.Seen seen = links.changePicture(visit.signedIn(), id(visit), file);
              return DashboardNotice.LINK_PICTURE.on(
                  DashboardPaths.REUSABLE_LINK.to(seen.link().id()));
            },
            faulty -> {
              MerchantLinks.Seen seen = seen(visit);
              ReusableLinkForm settings =
                  ReusableLinkForm.of(seen.link().settings(), visit.words().format());
              return draw(visit, null, seen, settings, faulty);
            });
  }

  private Answer qrCode(MerchantVisit visit) {
    return Answer.okAs("image/svg+xml", QrCode.svg(seen(visit).url()));
  }

  private Route press(
      PagePath path,
      DashboardNotice news,
      BiFunction<SignedIn, String, MerchantLinks.Seen> change) {
    return door.form(
        Role.developer,
        path,
        visit -> {
          MerchantLinks.Seen seen = change.apply(visit.signedIn(), id(visit));
          return news.on(DashboardPaths.REUSABLE_LINK.to(seen.link().id()));
        });
  }

  private byte[] draw(MerchantVisit visit, @Nullable String news, ReusableLinkForm form) {
    String cursor = visit.request().query("before");
    LinkId before = cursor == null ? null : LinkId.parse(cursor);
    boolean archived = visit.request().query(ARCHIVED) != null;
    Page<MerchantLinks.Seen, LinkId> page =
        links.list(visit.merchantId(), archived, before, MAX_ON_PAGE);
    String path = DashboardPaths.REUSABLE_LINKS.to() + (archived ? "?" + ARCHIVED + "=true" : "");
    return visit.draw(
        "reusable-links",
        new View(
            visit.panel(DashboardSection.REUSABLE_LINKS),
            visit.may(Role.developer),
            isPayable(visit),
            archived,
            news,
            page.items(),
            Pager.of(path, "before", before, page.next()),
            form,
            NewLinkPage.codes(currencies)));
  }

  private byte[] draw(
      MerchantVisit visit,
      @Nullable String news,
      MerchantLinks.Seen seen,
      ReusableLinkForm form,
      Form picture) {
    return visit.draw(
        "reusable-link",
        new LinkView(
            visit.panel(DashboardSection.REUSABLE_LINKS, seen.link().settings().title()),
            visit.may(Role.developer),
            isPayable(visit),
            news,
            seen,
            form,
            picture,
            codes(seen.link())));
  }

  /** Returns the currencies that can be paid, and the one that the link has. */
  private Map<String, String> codes(ReusableLink link) {
    Map<String, String> codes = new LinkedHashMap<>(NewLinkPage.codes(currencies));
    codes.putIfAbsent(link.settings().currency(), link.settings().currency());
    return codes;
  }

  private static boolean isPayable(MerchantVisit visit) {
    return visit.merchant().verification() == Verification.KybVerified
        && visit.merchant().payee() != null;
  }

  private MerchantLinks.Seen seen(MerchantVisit visit) {
    return links.read(visit.merchantId(), id(visit));
  }

  private static String id(MerchantVisit visit) {
    return visit.request().parameter("id");
  }
}
