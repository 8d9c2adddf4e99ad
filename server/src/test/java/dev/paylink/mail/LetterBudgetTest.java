package dev.paylink.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.ids.MerchantId;
import dev.paylink.platform.id.UuidV7;
import dev.paylink.ratelimit.Limit;
import dev.paylink.testing.MailServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** One merchant has only so many letters sent to customers, however many customers it names. */
final class LetterBudgetTest {
  /** More than the limit by so much that no refill on the way makes up for it. */
  private static final int MANY = 3 * Limit.LETTERS_OF_MERCHANT.most();

  @AutoClose private final Letterbox letters = new Letterbox();
  @AutoClose private final MailServer server = MailServer.absent();

  @Test
  void letters_of_one_merchant_over_its_budget_are_dropped_and_those_of_another_are_not() {
    Mail node = letters.startNode(server.settings());
    MerchantId loud = new MerchantId(UuidV7.at(Instant.now()));
    MerchantId quiet = new MerchantId(UuidV7.at(Instant.now()));
    post(node, loud, MANY);
    assertThat(posted(loud)).isBetween(Limit.LETTERS_OF_MERCHANT.most(), MANY - 1);
    post(node, quiet, 5);
    assertThat(posted(quiet)).isEqualTo(5);
  }

  private void post(Mail node, MerchantId merchant, int count) {
    List<StoredOutbox.Posting> postings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Letter letter = Letterbox.letter("customer" + i + "@" + merchant + ".example", "Letter");
      postings.add(new StoredOutbox.Posting(merchant, letter));
    }
    letters
        .database()
        .jdbi()
        .useTransaction(handle -> node.outbox().postToCustomers(handle, postings));
  }

  private int posted(MerchantId merchant) {
    return Integer.parseInt(
        letters.stored().text("select count(*) from mail where merchant_id = ?", merchant.value()));
  }
}
