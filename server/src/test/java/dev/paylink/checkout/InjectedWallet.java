package dev.paylink.checkout;

import com.microsoft.playwright.Page;
import dev.paylink.testing.DevChain;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A wallet as an extension puts it into a page: it announces itself (EIP-6963), knows accounts and
 * networks, and hands everything else to the node, which signs with keys it holds. It agrees to all
 * it is asked, unless told otherwise, and remembers what that was.
 */
final class InjectedWallet {
  static final String NAME = "Test Wallet";

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final String ANNOUNCE =
      """
      (() => {
        const released = new Promise((resolve) => { window.releaseWallet = resolve; });
        const provider = {
          async request(call) {
            const { error, result, held } = JSON.parse(await walletRequest(JSON.stringify(call)));
            if (held) await released;
            if (error) throw Object.assign(new Error(error.message), error);
            return result;
          },
        };
        const icon = 'data:image/svg+xml,' + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"'
          + ' viewBox="0 0 4 4"><path fill="#7a4dd8" d="M0 0h4v4H0z"/><circle cx="2" cy="2" r="1" fill="#fff"/></svg>');
        const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Test Wallet', icon,
          rdns: 'dev.paylink.test' };
        const announce = () => dispatchEvent(
          new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
        addEventListener('eip6963:requestProvider', announce);
        announce();
      })()
      """;

  /** This wallet answers from another process, which a busy machine may not let run for seconds. */
  private static final String PATIENT =
      """
      (() => {
        if (location.pathname.endsWith('/collect')) return; // which looks again every 3 s
        const usual = setTimeout;
        window.setTimeout = (then, millis, ...more) => // a page gives a wallet 3 s to say what it can do
          usual(then, millis === 3_000 ? 60_000 : millis, ...more);
      })()
      """;

  private final DevChain chain;
  private final List<String> asked = new ArrayList<>();
  private final List<String> calls = new ArrayList<>();
  private final List<Refusal> refusals = new ArrayList<>();
  private String account;
  private String network;
  private @Nullable String leavesAfter;
  private long aheadSeconds;
  private @Nullable String slowAt;
  private long slowSeconds;
  private boolean sentElsewhere;
  private @Nullable String abilities;
  private @Nullable String heldAt;
  private @Nullable String relayer;
  private int doesOnlyTheFirst;
  private boolean bundlesWait;
  private @Nullable JsonNode kept;
  private final List<String> bundle = new ArrayList<>();

  /** What it says no to: once, or for as long as it lives. */
  private record Refusal(Predicate<String> call, int code, boolean always) {}

  InjectedWallet(DevChain chain) {
    this.chain = chain;
    this.account = chain.payer();
    this.network = hex(chain.chainId());
  }

  InjectedWallet account(String address) {
    account = address;
    return this;
  }

  /** The network it is on at first. */
  InjectedWallet network(long chainId) {
    network = hex(chainId);
    return this;
  }

  /** Refuses the next call that contains these words. */
  InjectedWallet refuseOnce(String words, int code) {
    refusals.add(new Refusal(call -> call.contains(words), code, false));
    return this;
  }

  InjectedWallet refuse(String words, int code) {
    refusals.add(new Refusal(call -> call.contains(words), code, true));
    return this;
  }

  /** Goes to another network after it has answered this method for the first time. */
  InjectedWallet leaveAfter(String method) {
    leavesAfter = method;
    return this;
  }

  /** Its chain's newest block is so much later than the node says. */
  InjectedWallet ahead(long seconds) {
    aheadSeconds = seconds;
    return this;
  }

  /** The payer takes that long to answer this method for the first time. */
  InjectedWallet slow(String method, long seconds) {
    slowAt = method;
    slowSeconds = seconds;
    return this;
  }

  /** Takes several calls at once (EIP-5792), and says so with that status. */
  InjectedWallet atomic(String status) {
    return able(
        "{\"%s\":{\"atomic\":{\"status\":\"%s\"}}}".formatted(hex(chain.chainId()), status));
  }

  /** Says this when it is asked what it can do. */
  InjectedWallet able(String capabilities) {
    abilities = capabilities;
    return this;
  }

  /** Does what this method asks for, but says nothing until it is released. */
  InjectedWallet hold(String method) {
    heldAt = method;
    return this;
  }

  /** Says in this page what it has held back, and holds nothing back from now on. */
  void release(Page page) {
    page.evaluate("() => releaseWallet()");
  }

  /** Its account is a {@link BatchAccount}: one transaction of the relayer makes all calls. */
  InjectedWallet batches(String batchAccount, String by) {
    account = batchAccount;
    relayer = by;
    return atomic("supported");
  }

  /** Does only the first of calls that it took together, and says of them that status. */
  InjectedWallet doOnlyTheFirst(int status) {
    doesOnlyTheFirst = status;
    return atomic("supported");
  }

  /** The data of the calls that it took together last. */
  List<String> bundled() {
    return Objects.requireNonNull(kept)
        .get("calls")
        .valueStream()
        .map(call -> call.get("data").stringValue())
        .toList();
  }

  /** Takes calls together, but does not send them. */
  InjectedWallet keepBundles(boolean keep) {
    bundlesWait = keep;
    return this;
  }

  /** Sends the calls that it has kept. */
  void sendKept() {
    sendAll(Objects.requireNonNull(kept));
  }

  /** Before the page is opened. */
  void injectInto(Page page) {
    page.exposeFunction("walletRequest", arguments -> answer((String) arguments[0]));
    page.addInitScript(ANNOUNCE);
    if (heldAt == null) { // else it is about that limit
      page.addInitScript(PATIENT);
    }
  }

  /** How often it was asked for that method. */
  long asked(String method) {
    return asked.stream().filter(method::equals).count();
  }

  /** The last call of that method, as JSON. */
  JsonNode last(String method) {
    return JSON.readTree(calls.get(asked.lastIndexOf(method)));
  }

  /** What the chain says of the last transaction of calls that it took together. */
  JsonNode receipt() {
    return chain.call("eth_getTransactionReceipt", bundle.getLast());
  }

  /** Whether it was asked to send something while it was on another network. */
  boolean sentElsewhere() {
    return sentElsewhere;
  }

  private String answer(String call) {
    JsonNode parsed = JSON.readTree(call);
    String method = parsed.get("method").stringValue();
    asked.add(method);
    calls.add(call);
    Refusal refusal = refusal(call);
    if (refusal != null) {
      return "{\"error\":{\"code\":%d,\"message\":\"refused\"}}".formatted(refusal.code());
    }
    String before = network;
    if (method.equals(leavesAfter)) {
      leavesAfter = null;
      network = hex(1);
    }
    if (method.equals(slowAt)) {
      slowAt = null;
      aheadSeconds += slowSeconds;
    }
    if (method.equals("eth_sendTransaction") && !before.equals(hex(chain.chainId()))) {
      sentElsewhere = true;
    }
    String said = said(method, parsed);
    return method.equals(heldAt) ? "{\"held\":true," + said.substring(1) : said;
  }

  private String said(String method, JsonNode parsed) {
    return switch (method) {
      case "wallet_getCapabilities" -> abilities == null ? unknown() : result(abilities);
      case "wallet_sendCalls" -> abilities == null ? unknown() : bundle(parsed.at("/params/0"));
      case "wallet_getCallsStatus" -> abilities == null ? unknown() : bundleStatus();
      case "eth_requestAccounts" -> result("[\"" + account + "\"]");
      case "eth_chainId" -> result('"' + network + '"');
      case "wallet_switchEthereumChain", "wallet_addEthereumChain" -> {
        network = parsed.at("/params/0/chainId").stringValue();
        yield result("null");
      }
      case "eth_getBlockByNumber" -> later(chain.forward(method, parsed.get("params")));
      default -> chain.forward(method, parsed.get("params"));
    };
  }

  private static String unknown() {
    return "{\"error\":{\"code\":-32601,\"message\":\"no such method\"}}";
  }

  private String bundle(JsonNode asked) {
    if (!asked.get("atomicRequired").booleanValue()
        || !asked.get("version").stringValue().equals("2.0.0")
        || !asked.get("chainId").stringValue().equals(network)) {
      return "{\"error\":{\"code\":-32602,\"message\":\"no such bundle\"}}";
    }
    kept = asked;
    if (!bundlesWait) {
      sendAll(asked);
    }
    return result("{\"id\":\"0xb0\"}");
  }

  /** An ordinary account makes the calls one after the other, a batch account all or none. */
  private void sendAll(JsonNode asked) {
    if (relayer != null) {
      send(JSON.valueToTree(BatchAccount.transaction(relayer, account, asked.get("calls"))));
      return;
    }
    for (JsonNode call : asked.get("calls")) {
      send(((ObjectNode) call).put("from", asked.get("from").stringValue()));
      if (doesOnlyTheFirst > 0) {
        return;
      }
    }
  }

  private void send(JsonNode transaction) {
    bundle.add(
        JSON.readTree(chain.forward("eth_sendTransaction", JSON.createArrayNode().add(transaction)))
            .get("result")
            .stringValue());
  }

  /** What the chain says of the last transaction: pending, confirmed, or reverted. */
  private String bundleStatus() {
    JsonNode receipt = bundle.isEmpty() ? null : receipt();
    if (receipt == null || receipt.isNull()) {
      return result("{\"status\":100}");
    }
    String done = receipt.get("status").stringValue();
    int status = done.equals("0x1") ? 200 : 500;
    return result(
        "{\"status\":%d,\"atomic\":%b,\"receipts\":[{\"status\":\"%s\",\"transactionHash\":\"%s\"}]}"
            .formatted(
                doesOnlyTheFirst > 0 ? doesOnlyTheFirst : status,
                relayer != null,
                done,
                bundle.getLast()));
  }

  private String later(String answer) {
    String time = JSON.readTree(answer).at("/result/timestamp").stringValue();
    return answer.replace('"' + time + '"', '"' + hex(Long.decode(time) + aheadSeconds) + '"');
  }

  private @Nullable Refusal refusal(String call) {
    Refusal found =
        refusals.stream().filter(refusal -> refusal.call().test(call)).findFirst().orElse(null);
    if (found != null && !found.always()) {
      refusals.remove(found);
    }
    return found;
  }

  private static String result(String json) {
    return "{\"result\":" + json + '}';
  }

  private static String hex(long number) {
    return "0x" + Long.toHexString(number);
  }
}
