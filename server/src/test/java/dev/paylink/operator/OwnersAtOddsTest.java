package dev.paylink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.merchant.user.Role;
import dev.paylink.testing.Browser;
import dev.paylink.testing.MailServer;
import dev.paylink.testing.People;
import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Owners who are at odds, one of whom may be a thief: nobody keeps the place that others have taken
 * away, and only owners stop everybody else.
 */
final class OwnersAtOddsTest {
  private static final Pattern FREEZE = Pattern.compile("/dashboard/freeze/([A-Za-z0-9_-]{43})");

  @AutoClose
  private static final TestService SERVICE =
      TestService.builder().depositDelay(Duration.ofHours(24)).mail(MailServer.absent()).start();

  private final String email = People.newEmail();
  private final Browser owner = SERVICE.register(email);

  OwnersAtOddsTest() {
    SERVICE.settle(email);
  }

  /** Otherwise whoever took an account over, or has quarreled, stays an owner for good. */
  @Test
  void an_owner_who_is_to_be_removed_puts_nothing_else_in_its_place() {
    Browser other = SERVICE.join(owner, Role.owner);
    String otherEmail = other.get("/merchant/profile").text("email");
    String path = "/merchant/team/" + TestService.userId(owner, otherEmail);
    String from = owner.delete(path).expect(202).text("pendingRoleFrom");
    for (String role : List.of("viewer", "developer", "owner")) {
      other.put(path, People.role(role)).expectProblem(403, "OWN_REMOVAL");
    }
    assertThat(other.delete(path).expect(202).text("pendingRoleFrom")).isEqualTo(from);
    assertThat(owner.get("/merchant/team").body()).contains(from, "\"removed\"");
    assertThat(owner.put(path, People.role("viewer")).expect(200).text("pendingRole"))
        .isEqualTo("viewer"); // another owner may
    other.put(path, People.role("developer")).expectProblem(403, "OWN_REMOVAL");
  }

  /** What stops everybody is for owners: somebody who left must not have it in the mailbox. */
  @Test
  void only_owners_get_a_link_that_freezes_the_account() {
    Browser developer = SERVICE.join(owner, Role.developer);
    String leaving = developer.get("/merchant/profile").text("email");
    String path = "/merchant/team/" + TestService.userId(owner, leaving);
    owner.put(path, People.role("viewer")).expect(200);
    owner.delete(path).expect(204);
    assertThat(letter(leaving, "Somebody was removed from your team"))
        .doesNotContainPattern(FREEZE);
    assertThat(SERVICE.stored().letters())
        .filteredOn(letter -> letter.to().equals(leaving))
        .extracting(Stored.Letter::text)
        .allSatisfy(text -> assertThat(text).doesNotContainPattern(FREEZE));
    assertThat(letter(email, "Somebody was removed from your team")).containsPattern(FREEZE);

    Browser other = SERVICE.join(owner, Role.owner);
    String otherEmail = other.get("/merchant/profile").text("email");
    owner.delete("/merchant/team/" + TestService.userId(owner, otherEmail)).expect(202);
    assertThat(letter(otherEmail, "An owner of your account will be removed or demoted"))
        .containsPattern(FREEZE);
  }

  @Test
  void a_freeze_that_was_lifted_does_not_come_back_by_an_older_letter() {
    Browser other = SERVICE.join(owner, Role.owner);
    String otherEmail = other.get("/merchant/profile").text("email");
    owner.post("/merchant/invitations", People.invitation(People.newEmail(), "viewer")).expect(201);
    String older = letter(otherEmail, "Somebody was invited to your team");
    freeze(letter(email, "Somebody was invited to your team"));
    owner.delete("/merchant/freeze").expect(200);
    other.delete("/merchant/freeze").expect(200);
    SERVICE.browser().post("/merchant/freeze", token(older)).expectProblem(404, "LINK_NOT_FOUND");
    assertThat(owner.get("/merchant/freeze").text("frozen")).isEqualTo("false");
    owner.post("/merchant/invitations", People.invitation(People.newEmail(), "viewer")).expect(201);
    freeze(letter(otherEmail, "Somebody was invited to your team"));
  }

  private static void freeze(String letter) {
    SERVICE.browser().post("/merchant/freeze", token(letter)).expect(204);
  }

  private static String token(String letter) {
    Matcher link = FREEZE.matcher(letter);
    assertThat(link.find()).as(letter).isTrue();
    return "{\"token\":\"" + link.group(1) + "\"}";
  }

  private static String letter(String to, String subject) {
    return SERVICE.stored().letters().stream()
        .filter(letter -> letter.to().equals(to) && letter.subject().equals(subject))
        .map(Stored.Letter::text)
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }
}
