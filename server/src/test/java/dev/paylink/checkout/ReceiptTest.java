package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.testing.Reply;
import dev.paylink.testing.UsedUp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReceiptTest extends PageTest {
  @Test
  void shows_the_proof_on_the_chain() {
    Link link = new NewLink(service).status("success").transaction(TRANSACTION).create();
    assertThat(receipt(link))
        .contains("Receipt", "$125.50", "Two tickets, Row F", "Café Ünïcode &amp; Söhne")
        .contains("Base (8453)", "125.50\u00a0USDC", "21984412")
        .contains("0x9f2c4c7ad5b6e1f08a3d7c2b1e4f5a69788990a1b2c3d4e5f60718293a4b5c6d")
        .contains("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359")
        .contains("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
        .contains(link.id());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"chainId\":424242,\"token\":null}",
        "{\"amount\":\"125.50\",\"blockNumber\":0}",
      })
  void whatever_is_missing_is_left_out(String transaction) {
    Link link = new NewLink(service).status("success").transaction(transaction).create();
    assertThat(receipt(link)).contains("On-chain proof").doesNotContain("null");
  }

  @Test
  void without_a_transaction_the_address_that_was_to_be_paid_is_shown() {
    assertThat(receipt(new NewLink(service).status("success").create()))
        .contains("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
        .doesNotContain("null");
  }

  @Test
  void a_success_leads_to_it() {
    Link link = new NewLink(service).status("success").create();
    assertThat(page(link)).contains("href=\"" + link.path() + "/receipt\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"created", "submitted", "failed"})
  void before_success_there_is_none(String status) {
    Link link = new NewLink(service).status(status).with("locale", "es").create();
    assertThat(service.browser().get(link.path() + "/receipt").expect(404).body())
        .contains("Todavía no hay recibo")
        .contains("href=\"" + link.path() + "\"");
    assertThat(page(link)).doesNotContain("/receipt");
  }

  @Test
  void it_can_be_downloaded_as_a_file_but_not_without_end() {
    Link link = new NewLink(service).status("success").create();
    assertThat(receipt(link)).contains("href=\"" + link.path() + "/receipt.pdf\"");
    Reply file = service.browser().get(link.path() + "/receipt.pdf").expect(200);
    assertThat(file.header("Content-Type")).isEqualTo("application/pdf");
    assertThat(file.header("Content-Disposition"))
        .isEqualTo("attachment; filename=\"receipt-" + link.id() + ".pdf\"");
    assertThat(file.header("Cache-Control")).isEqualTo("no-store");
    assertThat(file.body()).startsWith("%PDF-").doesNotContain("/JavaScript", "/URI");
    Reply refused = UsedUp.by(9, 200, () -> service.browser().get(link.path() + "/receipt.pdf"));
    assertThat(refused.body()).contains("Too many downloads");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
    assertThat(receipt(link)).contains("Receipt");
    Link open = new NewLink(service).status("created").create();
    service.browser().get(open.path() + "/receipt.pdf").expect(404);
  }

  private static String receipt(Link link) {
    return service.browser().get(link.path() + "/receipt").expect(200).body();
  }
}
