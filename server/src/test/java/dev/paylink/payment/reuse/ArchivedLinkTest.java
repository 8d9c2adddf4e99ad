package dev.paylink.payment.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.dashboard.Guest;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A reusable link that its merchant puts away and brings back. */
final class ArchivedLinkTest {
  private static final String FORM = "application/x-www-form-urlencoded";

  @AutoClose private static final TestService service = TestService.start();
  private static final Browser owner = service.signedIn();

  @Test
  void archived_link_leaves_the_list_takes_nothing_and_keeps_counts_and_payments() {
    Reply link = link("Concert");
    String path = "/merchant/links/" + link.text("id");
    String paid = use(link).expect(303).header("Location").split("/", -1)[2];
    String begun = use(link).expect(303).header("Location");
    service.callback().report("payment.confirmed", paid).expect(200);

    Reply archived = owner.post(path + "/archive").expect(200);
    assertThat(archived.text("status")).isEqualTo("archived");
    assertThat(archived.json().get("active").booleanValue()).isFalse();
    assertThat(archived.text("archivedAt")).isNotEmpty();
    assertThat(archived.json().get("uses").asInt()).isEqualTo(2);
    assertThat(archived.json().get("paid").asInt()).isEqualTo(1);
    assertThat(listed("")).doesNotContain(link.text("id"));
    assertThat(listed("?archived=false")).doesNotContain(link.text("id"));
    assertThat(listed("?archived=true")).contains(link.text("id"));
    assertThat(service.browser().get("/l/" + link.text("slug")).expect(410).body())
        .contains("This link is no longer available");
    assertThat(send(link, "AAAAAAAAAAAAAAAAAAAAAA").expect(410).body())
        .contains("This link is no longer available");
    service.browser().get(begun).expect(200);
    service.callback().report("payment.confirmed", begun.split("/", -1)[2]).expect(200);
    assertThat(owner.get(path).json().get("paid").asInt()).isEqualTo(2);
    assertThat(service.calls().get("/sdk/server/payments?reference=" + link.text("id")).body())
        .contains(paid);
  }

  @Test
  void link_comes_back_switched_off_and_is_switched_on_by_its_merchant_alone() {
    Reply link = link("Concert");
    String path = "/merchant/links/" + link.text("id");
    owner.post(path + "/archive").expect(200);
    owner.post(path + "/archive").expect(200);
    owner.post(path + "/activate").expectProblem(409, "LINK_ARCHIVED");
    owner.post(path + "/deactivate").expect(200);
    Reply back = owner.post(path + "/unarchive").expect(200);
    assertThat(back.text("status")).isEqualTo("off");
    assertThat(back.json().get("archivedAt").isNull()).isTrue();
    owner.post(path + "/unarchive").expect(200);
    assertThat(listed("")).contains(link.text("id"));
    service.browser().get("/l/" + link.text("slug")).expect(410);
    owner.post(path + "/activate").expect(200);
    use(link).expect(303);
    assertThat(
            service.stored().audit(service.merchant().merchantId()).stream()
                .filter(entry -> entry.contains(link.text("slug")))
                .map(entry -> entry.split(" ", 2)[0]))
        .containsExactly("link.created", "link.archived", "link.unarchived", "link.activated");
  }

  @Test
  void form_that_was_sent_before_still_leads_to_its_payment() {
    Reply link = link("Concert");
    String form = formId(link);
    String made = send(link, form).expect(303).header("Location");
    owner.post("/merchant/links/" + link.text("id") + "/archive").expect(200);
    assertThat(send(link, form).expect(303).header("Location")).isEqualTo(made);
  }

  @Test
  void slug_of_an_archived_link_stays_taken() {
    Reply link =
        owner.post("/merchant/links", "{\"title\":\"x\",\"slug\":\"printed\"}").expect(201);
    owner.post("/merchant/links/" + link.text("id") + "/archive").expect(200);
    owner
        .post("/merchant/links", "{\"title\":\"x\",\"slug\":\"printed\"}")
        .expectProblem(400, "SLUG_TAKEN");
  }

  @Test
  void both_lists_have_pages_of_their_own() {
    List<String> current = new ArrayList<>();
    List<String> archived = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String id = link("Page " + i).text("id");
      (i % 2 == 0 ? current : archived).addFirst(id);
      if (i % 2 == 1) {
        owner.post("/merchant/links/" + id + "/archive").expect(200);
      }
    }
    assertThat(walked("")).containsSubsequence(current).doesNotContainAnyElementsOf(archived);
    assertThat(walked("archived=true&"))
        .containsSubsequence(archived)
        .doesNotContainAnyElementsOf(current);
    assertThat(
            owner
                .get("/merchant/links?archived=maybe")
                .expectProblem(400, "INVALID_REQUEST")
                .faultyFields())
        .containsExactly("archived");
  }

  @Test
  void link_of_another_merchant_is_not_found() {
    String path = "/merchant/links/" + link("Concert").text("id");
    Browser other = service.register("archive@example.com");
    other.post(path + "/archive").expectProblem(404, "LINK_NOT_FOUND");
    other.post(path + "/unarchive").expectProblem(404, "LINK_NOT_FOUND");
  }

  @Test
  void link_is_archived_and_brought_back_in_the_dashboard() {
    Guest pages = new Guest(service.baseUrl()).withCookie(owner.cookie());
    Reply link = link("Autumn fair");
    String list = "/dashboard/reusable-links";
    String path = list + "/" + link.text("id");
    String to = pages.post(path + "/archive").expect(303).header("Location");
    assertThat(pages.get(to).expect(200).body())
        .contains("The link is archived.", "Restore")
        .doesNotContain("Switch on", "name=\"title\"");
    assertThat(pages.get(list).expect(200).body()).doesNotContain("Autumn fair");
    assertThat(pages.get(list + "?archived=true").expect(200).body())
        .contains("Autumn fair", "Show current links")
        .doesNotContain("name=\"title\"");
    assertThat(pages.post(path + "/activate").expect(409).body()).contains("restore it first");
    to = pages.post(path + "/unarchive").expect(303).header("Location");
    assertThat(pages.get(to).expect(200).body())
        .contains("It is switched off until you switch it on");
    assertThat(pages.get(list).expect(200).body()).contains("Autumn fair", "Show archived links");
  }

  private static Reply link(String title) {
    return owner
        .post("/merchant/links", "{\"title\":\"" + title + "\",\"amount\":\"5\"}")
        .expect(201);
  }

  private static List<String> listed(String query) {
    return owner.get("/merchant/links" + query).expect(200).json().findValuesAsString("id");
  }

  private static List<String> walked(String query) {
    List<String> ids = new ArrayList<>();
    String after = "";
    do {
      JsonNode page =
          owner.get("/merchant/links?" + query + "limit=2&after=" + after).expect(200).json();
      ids.addAll(page.get("data").findValuesAsString("id"));
      after = page.get("nextCursor").asString("");
    } while (!after.isEmpty());
    return ids;
  }

  private static String formId(Reply link) {
    String page = service.browser().get("/l/" + link.text("slug")).expect(200).body();
    return Guest.found(page, "name=\"form\" value=\"([^\"]+)\"");
  }

  private static Reply use(Reply link) {
    return send(link, formId(link));
  }

  private static Reply send(Reply link, String form) {
    return service
        .browser()
        .with("Content-Type", FORM)
        .post("/l/" + link.text("slug"), "form=" + form);
  }
}
