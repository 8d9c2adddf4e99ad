package dev.paylink.operator;

import dev.paylink.operator.account.OperatorRole;
import dev.paylink.testing.Browser;
import dev.paylink.testing.Reply;
import dev.paylink.testing.TestService;
import java.util.concurrent.atomic.AtomicInteger;

/** Operators of a service that runs, each with an account of their own. */
final class OperatorCrew {
  static final String PASSWORD = "correct horse battery";

  private static final AtomicInteger JOINED = new AtomicInteger();

  private final TestService service;

  OperatorCrew(TestService service) {
    this.service = service;
  }

  /** Somebody who has joined in that role. */
  record Member(String id, String email, String token, Browser calls) {}

  Browser anyone() {
    return new Browser(service.internalUrl());
  }

  Member join(OperatorRole role) {
    String email = role + "-" + JOINED.incrementAndGet() + "@desk.example";
    Reply welcome = accept(invite(service.operator(), email, role).text("url"));
    return new Member(
        welcome.text("operatorId"), email, welcome.text("token"), with(welcome.text("token")));
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
