package dev.paylink.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.crypto.Keccak;
import dev.paylink.platform.language.Language;
import dev.paylink.platform.language.Texts;
import dev.paylink.testing.Artifacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The page has words for whatever can go wrong. */
final class WalletTroubleTest {
  private static final Path SCRIPTS = Path.of("src/main/resources/dev/paylink/checkout");

  /** A word where the scripts name one: in the table of signs, thrown, or said. */
  private static final Pattern WORD =
      Pattern.compile("(?m)(?:^  \\['|Trouble\\('|say\\('|words\\('|send\\(step, ')([a-z]+)'");

  /** Thrown without a sentence, as nobody is there to read it. */
  private static final String UNSAID = "over";

  @Test
  void every_refusal_of_the_contract_is_recognised() {
    String script = read("wallet-trouble.js");
    JsonNode abi = Artifacts.read("PaymentSettlement.json").get("abi");
    List<JsonNode> errors =
        abi.valueStream().filter(e -> e.get("type").stringValue().equals("error")).toList();
    assertThat(errors).hasSizeGreaterThan(10);
    for (JsonNode error : errors) {
      assertThat(script).as(signature(error)).contains(selector(signature(error)));
    }
  }

  @Test
  void every_word_has_a_sentence() throws IOException {
    Texts english = Objects.requireNonNull(Texts.all(Checkout.class).get(Language.EN));
    List<String> known = WalletWord.all(english).stream().map(WalletWord::word).toList();
    List<String> named =
        Stream.of("wallet.js", "wallet-pay.js", "wallet-trouble.js")
            .flatMap(name -> WORD.matcher(read(name)).results().map(r -> r.group(1)))
            .distinct()
            .toList();
    assertThat(named).contains("connect", "rejected", "pay", "contract");
    assertThat(known).contains("closed", "busy", "offline", "sent", "unknown");
    assertThat(named).filteredOn(word -> !known.contains(word)).containsExactly(UNSAID);
  }

  private static String signature(JsonNode error) {
    return error
        .get("inputs")
        .valueStream()
        .map(input -> input.get("type").stringValue())
        .collect(Collectors.joining(",", error.get("name").stringValue() + '(', ")"));
  }

  private static String selector(String signature) {
    byte[] hash = Keccak.hash256(signature.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash, 0, 4);
  }

  private static String read(String script) {
    try {
      return Files.readString(SCRIPTS.resolve(script));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
