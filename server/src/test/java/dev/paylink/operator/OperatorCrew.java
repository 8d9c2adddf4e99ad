package dev.paylink.operator;

import dev.paylink.operator.account.OperatorRole;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Operators of a service that runs, each with an account of their own. */
public final class OperatorCrew {
  static final String PASSWORD = "correct horse battery";

  private static final Pattern LINK = Pattern.compile("/admin/desk/join/[\\w-]+");
  private static final AtomicInteger JOINED = new AtomicInteger();

  private final TestService service;

  public OperatorCrew(TestService service) {
    this.service = service;
  }

  /** Somebody who has joined in that role. */
  public record Member(String id, String email, String token, Browser calls) {}

  Browser anyone() {
    return new Browser(service.internalUrl());
  }

  /** Somebody whom another admin invited long ago, so that others and they are two people. */
  public Member join(OperatorRole role) {
    String email = role + "-" + JOINED.incrementAndGet() + "@desk.example";
    Reply invited = invite(service.operator(), email, role);
    String url =
        invited.json().required("url").isNull() ? linkInLetter(email) : invited.text("url");
    Member member = member(accept(url).expect(200));
    service
        .stored()
        .change(
            "update account_user set invited_by = 'operator:founder@desk.example' where email = ?",
            email);
    age(member);
    return member;
  }

  /** Somebody who follows the link of the letter to that address. */
  Member joinByLetter(String email) {
    Member member = member(accept(linkInLetter(email)).expect(200));
    age(member);
    return member;
  }

  private String linkInLetter(String email) {
    return service.stored().letters().stream()
        .filter(letter -> letter.to().equals(email))
        .map(letter -> LINK.matcher(letter.text()))
        .filter(Matcher::find)
        .map(Matcher::group)
        .findFirst()
        .orElseThrow();
  }

  /** The person who was welcomed with that answer. */
  Member member(Reply welcome) {
    String token = welcome.text("token");
    String email = welcome.text("actor").substring("operator:".length());
    return new Member(welcome.text("operatorId"), email, token, with(token));
  }

  /** Lets this person have joined two days ago. */
  void age(Member member) {
    service
        .stored()
        .change(
            "update account_user set created_at = created_at - interval '2 days' where email = ?",
            member.email());
  }

  static Reply invite(Browser by, String email, OperatorRole role) {
    return by.post(
            "/admin/operator-invitations",
            "{\"email\":\"%s\",\"role\":\"%s\"}".formatted(email, role))
        .expect(201);
  }

  Reply accept(String url) {
    return anyone()
        .post(
            "/admin/operator-invitations/accept",
            "{\"token\":\"%s\",\"name\":\"Grace Hopper\",\"password\":\"%s\"}"
                .formatted(url.substring(url.lastIndexOf('/') + 1), PASSWORD));
  }

  Reply login(String email, String password) {
    return anyone()
        .post("/admin/login", "{\"email\":\"%s\",\"password\":\"%s\"}".formatted(email, password));
  }

  Browser with(String token) {
    return anyone().with("Authorization", "Bearer " + token);
  }
}
