package dev.paylink.checkout;

import dev.paylink.testing.Stored;
import dev.paylink.testing.TestService;
import java.net.URI;
import java.util.List;

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

  /** Lets its deadline pass, which is all that time does to it. */
  void passDeadline(TestService service) {
    service
        .stored()
        .change(
            "update payment set expires_at = now() - interval '1 second' where id = ?",
            Stored.payment(id));
  }

  /** Its amount as the tables hold it: the payment's, then the invoice's; "null" while open. */
  List<String> amounts(TestService service) {
    return service
        .stored()
        .texts(
            """
            select unnest(array[p.amount::text, i.amount::text])
              from payment p join invoice i on i.id = p.invoice_id where p.id = ?
            """,
            Stored.payment(id));
  }

  /** How often its status was asked for by sessions, whatever was answered. */
  int polls(TestService service) {
    return requests(service, "\"method\":\"GET\",\"path\":\"/sdk/status/" + id + "\"");
  }

  /** How many codes for sessions its page was given; the page's forms answer otherwise. */
  int codes(TestService service) {
    return requests(service, "\"method\":\"POST\",\"path\":\"/pay/" + id + "/…\",\"status\":200");
  }

  private static int requests(TestService service, String logged) {
    return (int) service.logged().lines().filter(line -> line.contains(logged)).count();
  }
}
