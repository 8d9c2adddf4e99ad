package dev.paylink.app.config;

import static dev.paylink.app.config.SomeSettings.BASE_URL;
import static dev.paylink.app.config.SomeSettings.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.chain.evm.Deployment;
import dev.paylink.chain.evm.Token;
import dev.paylink.chain.evm.TokenDomain;
import dev.paylink.chain.source.ChainConfig;
import dev.paylink.chain.source.Finality;
import dev.paylink.money.EvmAddress;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chains are read whole or not at all, and everything that is wrong with them is told. */
final class ChainReaderTest {
  private static final String CONTRACT = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
  private static final String FACTORY = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  private static final String USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

  private static final String LATER =
      "chain.base.early must be earlier than finality: off, safe or a smaller number of blocks";

  @Test
  void without_settings_there_is_no_chain() {
    assertThat(SomeSettings.read("base.url", BASE_URL).chains().list()).isEmpty();
    assertThat(SomeSettings.read("base.url", BASE_URL).chains().watch()).isTrue();
    assertThat(SomeSettings.read("base.url", BASE_URL, "chain.watch", "off").chains().watch())
        .isFalse();
  }

  @Test
  void chain_needs_little_and_has_safe_defaults() {
    assertThat(chains(base()))
        .containsExactly(
            new ChainConfig(
                "base",
                "Base",
                new Deployment(8453, EvmAddress.of(CONTRACT)),
                List.of(URI.create("https://node.example")),
                null,
                new Finality.Tag("finalized"),
                null,
                1000,
                Duration.ofSeconds(2),
                24680000,
                null,
                null,
                List.of(),
                null));
  }

  @Test
  void each_setting_is_taken() {
    Map<String, String> settings = base();
    settings.put("chain.base.rpc", "https://a.example/key, http://127.0.0.1:8545");
    settings.put("chain.base.quorum", "1");
    settings.put("chain.base.finality", "12");
    settings.put("chain.base.log-range", "500");
    settings.put("chain.base.poll", "5");
    settings.put("chain.base.label", "Our Base");
    settings.put("chain.base.explorer", "https://basescan.org/");
    settings.put("chain.base.public-rpc", "https://mainnet.base.org");
    settings.put("chain.base.deposits", FACTORY);
    settings.put(
        "chain.base.token.USDC", USDC + ", 6, permit, authorization, name=USD Coin, version=2");
    settings.put("chain.base.token.USDT", "native, 18, par=USD");
    ChainConfig chain = chains(settings).getFirst();
    assertThat(chain.rpc())
        .containsExactly(URI.create("https://a.example/key"), URI.create("http://127.0.0.1:8545"));
    assertThat(chain.agreeing()).isEqualTo(1);
    assertThat(chain.isTrusting()).isFalse();
    assertThat(chain.finality()).isEqualTo(new Finality.Depth(12));
    assertThat(chain.logRange()).isEqualTo(500);
    assertThat(chain.poll()).isEqualTo(Duration.ofSeconds(5));
    assertThat(chain.label()).isEqualTo("Our Base");
    assertThat(chain.explorer()).isEqualTo("https://basescan.org");
    assertThat(chain.publicRpc()).isEqualTo("https://mainnet.base.org");
    assertThat(chain.factory()).isEqualTo(EvmAddress.of(FACTORY));
    assertThat(chain.tokens())
        .containsExactly(
            new Token(
                "USDC",
                EvmAddress.of(USDC),
                6,
                true,
                true,
                new TokenDomain("USD Coin", "2"),
                Set.of("USD")),
            Token.coin("USDT", 18));
  }

  @Test
  void early_is_off_or_earlier_than_finality() {
    Map<String, String> settings = base();
    settings.put("chain.base.early", "off");
    assertThat(chains(settings).getFirst().early()).isNull();
    settings.put("chain.base.early", "safe");
    assertThat(chains(settings).getFirst().early()).isEqualTo(new Finality.Tag("safe"));
    settings.put("chain.base.finality", "12");
    settings.put("chain.base.early", "11");
    assertThat(chains(settings).getFirst().early()).isEqualTo(new Finality.Depth(11));
    settings.put("chain.base.early", "12");
    assertRefused(settings, LATER);
    settings.put("chain.base.early", "finalized");
    assertRefused(settings, LATER);
    settings.put("chain.base.finality", "safe");
    settings.put("chain.base.early", "safe");
    assertRefused(settings, LATER);
    settings.put("chain.base.early", "soon");
    assertRefused(
        settings, "chain.base.early must be off, safe or a number of blocks, not \"soon\"");
  }

  @Test
  void factory_of_deposit_addresses_is_neither_the_contract_nor_a_token() {
    for (String other : List.of(CONTRACT, USDC)) {
      Map<String, String> settings = base();
      settings.put("chain.base.token.USDC", USDC + ", 6");
      settings.put("chain.base.deposits", other);
      assertRefused(
          settings,
          "chain.base.deposits must be the factory of transfer addresses, not the contract or a"
              + " token");
    }
  }

  @Test
  void two_nodes_must_agree_unless_there_is_one_or_the_operator_says_so() {
    Map<String, String> settings = base();
    ChainConfig alone = chains(settings).getFirst();
    assertThat(alone.agreeing()).isEqualTo(1);
    assertThat(alone.isTrusting()).isTrue();
    settings.put("chain.base.quorum", "1");
    assertThat(chains(settings).getFirst().isTrusting()).isFalse();
    settings.remove("chain.base.quorum");
    settings.put("chain.base.rpc", "https://a.example,https://b.example,https://c.example");
    assertThat(chains(settings).getFirst().agreeing()).isEqualTo(2);
    assertThat(chains(settings).getFirst().isTrusting()).isFalse();
    settings.put("chain.base.quorum", "3");
    assertThat(chains(settings).getFirst().agreeing()).isEqualTo(3);
    settings.put("chain.base.quorum", "4");
    assertRefused(settings, "chain.base.quorum is 4, but there are only 3 nodes");
  }

  @Test
  void plain_http_leaves_this_machine_only_when_it_is_allowed() {
    Map<String, String> settings = base();
    for (String here : List.of("http://127.0.0.1:8545", "http://localhost:1", "http://[::1]:1")) {
      settings.put("chain.base.rpc", here);
      assertThat(chains(settings)).hasSize(1);
    }
    for (String away : List.of("http://10.0.0.1:8545/key", "http://127.0.0.1.example")) {
      settings.put("chain.base.rpc", away);
      settings.remove("chain.base.plain-http");
      assertRefused(
          settings,
          "chain.base.rpc must be https except on this machine: over plain http anybody on the way"
              + " can change answers; set chain.base.plain-http = on to allow it");
      settings.put("chain.base.plain-http", "on");
      assertThat(chains(settings)).hasSize(1);
    }
  }

  @Test
  void environment_names_a_chain_as_well() {
    Settings settings =
        Settings.read(
            null,
            Map.of(
                "PAYLINK_BASE_URL",
                BASE_URL,
                "PAYLINK_CHAIN_BASE_ID",
                "8453",
                "PAYLINK_CHAIN_BASE_RPC",
                "https://node.example",
                "PAYLINK_CHAIN_BASE_CONTRACT",
                CONTRACT,
                "PAYLINK_CHAIN_BASE_START_BLOCK",
                "1",
                "PAYLINK_CHAIN_BASE_TOKEN_USDC",
                USDC + ", 6"));
    ChainConfig chain = new ConfigReader(settings).read().chains().list().getFirst();
    assertThat(chain.startBlock()).isEqualTo(1);
    assertThat(chain.tokens().getFirst().symbol()).isEqualTo("USDC");
    assertThatThrownBy(() -> Settings.read(null, Map.of("PAYLINK_CHAIN_BASE_RCP", "x")))
        .isInstanceOf(ConfigError.class)
        .hasMessageStartingWith("unknown environment variable PAYLINK_CHAIN_BASE_RCP");
  }

  @Test
  void everything_that_is_wrong_is_told_at_once() {
    assertRefused(
        new LinkedHashMap<>(Map.of("base.url", BASE_URL, "chain.base.finality", "soon")),
        "chain.base.id is required; chain.base.rpc is required;"
            + " chain.base.start-block is required; chain.base.finality must be finalized, safe or"
            + " a number of blocks, not \"soon\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "chain.base.id          | 0            | chain.base.id must be a whole number from 1, not"
            + " \"0\"",
        "chain.base.log-range   | 100001       | chain.base.log-range must be a whole number from 1"
            + " to 100000, not \"100001\"",
        "chain.base.poll        | 0            | chain.base.poll must be a whole number from 1 to"
            + " 3600, not \"0\"",
        "chain.base.finality    | 0            | chain.base.finality must be finalized, safe or a"
            + " number of blocks, not \"0\"",
        "chain.base.contract    | 0x5FbDB2315678afecb367f032d93F642f64180aa4 | chain.base.contract"
            + " has a wrong EIP-55 checksum; check it for a typo",
        "chain.base.deposits    | 0x5FbDB2315678afecb367f032d93F642f64180aa4 | chain.base.deposits"
            + " has a wrong EIP-55 checksum; check it for a typo",
        "chain.base.rpc         | wss://secret | chain.base.rpc must list http(s) addresses (the"
            + " value is not shown here)",
        "chain.base.rpc         | https://a.example,https://a.example | chain.base.rpc lists a node"
            + " twice; a quorum needs different ones",
        "chain.base.rpc         | https://a.example/,https://A.example | chain.base.rpc lists a node"
            + " twice; a quorum needs different ones",
        "chain.base.rpc         | https://a.example:443/k/,https://a.example/k | chain.base.rpc lists"
            + " a node twice; a quorum needs different ones",
        "chain.base.quorum      | 0            | chain.base.quorum must be a whole number from 1 to"
            + " 100, not \"0\"",
        "chain.base.plain-http  | yes          | chain.base.plain-http must be on or off",
        "chain.base.explorer    | basescan.org | chain.base.explorer must be an http(s) address,"
            + " not \"basescan.org\"",
        "chain.base.token.USDX  | native, 18   | chain.base.token.USDX is not a token of any"
            + " currency; add it to currencies",
        "chain.base.token.USDC  | native, 18, par=USD, permit, name=x, version=1 | chain.base.token.USDC is"
            + " the chain's own coin, which takes no signatures",
        "chain.base.token.USDC  | 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913, 6, permit |"
            + " chain.base.token.USDC needs name=… and version=… exactly when it has permit or"
            + " authorization",
        "chain.watch            | yes          | chain.watch must be on or off",
      })
  void value_that_makes_no_sense_is_told(String name, String value, String message) {
    Map<String, String> settings = base();
    settings.put(name, value);
    assertRefused(settings, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "USDC",
        "native",
        "native, 37",
        "native, x",
        "native, 18, gold",
        "native, 18, permit, permit"
      })
  void token_of_another_form_is_refused(String value) {
    Map<String, String> settings = base();
    settings.put("chain.base.token.USDC", value);
    assertThatThrownBy(() -> SomeSettings.read(settings))
        .isInstanceOf(ConfigError.class)
        .hasMessageStartingWith("chain.base.token.USDC must be an address or native");
  }

  @Test
  void one_contract_is_watched_once_but_an_old_one_may_be_watched_beside_the_new() {
    Map<String, String> settings = base();
    base().forEach((name, value) -> settings.put(name.replace(".base.", ".old."), value));
    settings.put("base.url", BASE_URL);
    assertRefused(settings, "chain.old watches a contract that another entry watches");
    settings.put("chain.old.contract", "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512");
    assertThat(chains(settings)).hasSize(2);
    settings.put("chain.old.token.USDC", USDC + ", 6");
    assertThat(chains(settings)).hasSize(2);
    settings.put("chain.base.token.USDC", USDC + ", 6");
    assertThatThrownBy(() -> chains(settings))
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining("is offered on chain 8453 by another entry");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EUR:2:TUSD | TUSD | 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913, 6 | EUR | TUSD",
        "USD:2:DAI  | DAI  | 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913, 6 | USD | DAI",
        "USD:2:ETH  | ETH  | native, 18 | USD | ETH, the chain's own coin",
        "USD:2:USDX | USDX | native, 18 | USD | USDX, the chain's own coin",
      })
  void token_of_another_name_is_taken_at_par_only_when_it_is_meant(
      String currencies, String symbol, String token, String code, String paidWith) {
    Map<String, String> settings = base();
    settings.put("currencies", currencies);
    settings.put("chain.base.token." + symbol, token);
    assertRefused(
        settings,
        "chain.base.token.%s is taken at par for %s, so that 1 %s is paid with 1 %s; if that is"
                .formatted(symbol, code, code, paidWith)
            + " meant, add par=%s, otherwise correct currencies".formatted(code));
    settings.put("chain.base.token." + symbol, token + ", par=" + code);
    Token taken = chains(settings).getFirst().tokens().getFirst();
    assertThat(taken.symbol()).isEqualTo(symbol);
    assertThat(taken.currencies()).isEmpty();
  }

  @Test
  void par_is_meant_for_the_currencies_it_names_and_no_other() {
    Map<String, String> settings = base();
    settings.put("currencies", "USD:2:DAI, EUR:2:DAI, ETH:18:ETH");
    settings.put("chain.base.token.DAI", USDC + ", 18, par=USD");
    settings.put("chain.base.token.ETH", "native, 18");
    assertThatThrownBy(() -> chains(settings))
        .isInstanceOf(ConfigError.class)
        .hasMessageStartingWith("chain.base.token.DAI is taken at par for EUR");
    settings.put("chain.base.token.DAI", USDC + ", 18, par=USD+EUR");
    assertThat(chains(settings).getFirst().tokens()).hasSize(2);
    settings.put("chain.base.token.DAI", USDC + ", 18, par=USD+EUR+ETH");
    assertRefused(
        settings, "chain.base.token.DAI has par=ETH, but currencies does not list DAI for ETH");
  }

  @Test
  void one_token_has_two_symbols_only_when_it_is_meant_and_not_in_one_currency() {
    Map<String, String> settings = base();
    settings.put("currencies", "USD:2:USDC+USDT, USDX:2:USDXC");
    settings.put("chain.base.token.USDC", USDC + ", 6");
    settings.put("chain.base.token.USDXC", USDC + ", 6");
    assertThatThrownBy(() -> chains(settings))
        .isInstanceOf(ConfigError.class)
        .hasMessageMatching(
            "chain.base.token.USDX?C is the token of chain.base.token.USDX?C under another symbol;"
                + " if that is meant, add same=USDX?C");
    settings.put("chain.base.token.USDXC", USDC + ", 6, same=USDC");
    assertThat(chains(settings).getFirst().tokens()).hasSize(2);
    settings.remove("chain.base.token.USDXC");
    settings.put("chain.base.token.USDT", USDC + ", 6, same=USDC");
    assertThatThrownBy(() -> chains(settings))
        .isInstanceOf(ConfigError.class)
        .hasMessageContaining("are one token, which USD must list once");
  }

  @Test
  void currencies_can_be_paid_that_a_chain_has_a_token_for_and_all_without_a_chain() {
    Map<String, String> settings = base();
    settings.put("currencies", "USD:2:USDC+USDT, EUR:2:EURC");
    settings.put("chain.base.token.USDT", USDC + ", 6");
    assertThat(SomeSettings.read(settings).payable()).containsExactly("USD");
    settings.put("mode", "sandbox");
    assertThat(SomeSettings.read(settings).payable()).containsExactlyInAnyOrder("USD", "EUR");
    settings.put("mode", "live");
    settings.keySet().removeIf(name -> name.startsWith("chain."));
    assertThat(SomeSettings.read(settings).payable()).containsExactlyInAnyOrder("USD", "EUR");
  }

  private static List<ChainConfig> chains(Map<String, String> settings) {
    return SomeSettings.read(settings).chains().list();
  }

  private static Map<String, String> base() {
    return new LinkedHashMap<>(
        Map.of(
            "base.url", BASE_URL,
            "chain.base.id", "8453",
            "chain.base.rpc", "https://node.example",
            "chain.base.contract", CONTRACT,
            "chain.base.start-block", "24680000"));
  }
}
