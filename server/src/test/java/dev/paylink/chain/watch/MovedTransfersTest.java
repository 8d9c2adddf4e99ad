package dev.paylink.chain.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.chain.source.ChainConfig;
import dev.paylink.money.EvmAddress;
import dev.paylink.payment.HostedPayment;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transfers to addresses that were shown before the operator moved to another contract. */
final class MovedTransfersTest {
  private static final String CONFIRMED = "payment.confirmed";

  @AutoClose private static final ChainWorld world = new ChainWorld();
  private TestChain chain;

  @BeforeEach
  void watchANewChain() {
    chain = world.chain();
    chain.watch();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void transfer_is_credited_once_whichever_of_two_watchers_reads_it_first(boolean newFirst) {
    HostedPayment hosted = world.payment(chain.inBlocks(12));
    EvmAddress address = chain.show(hosted);
    ChainConfig moved = chain.moved("moved" + newFirst, TestChain.USDC, TestChain.EURC);
    WatchRound after = chain.watcherOf(moved);
    TestChain.readAll(after);
    chain.offer(hosted, moved, address, TestChain.EURC); // a token that the new entry lists
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.mine(5);
    if (newFirst) {
      TestChain.readAll(after);
      chain.watch();
    } else {
      chain.watch();
      TestChain.readAll(after);
    }
    assertThat(kinds(hosted)).containsExactly("credited");
    chain.mine(20);
    TestChain.readAll(after);
    chain.watch();
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
    assertThat(received(hosted, "USDC")).isEqualTo("125.5");
  }

  @Test
  void address_is_read_on_when_the_old_entry_is_gone() {
    HostedPayment paid = world.payment(chain.inBlocks(12));
    HostedPayment unpaid = world.payment(chain.inBlocks(12));
    chain.transfer(chain.show(paid), TestChain.USDC, "125.50");
    chain.show(unpaid);
    WatchRound after = chain.watcherOf(chain.moved("alone", TestChain.USDC));
    chain.mine(5);
    TestChain.readAll(after);
    assertThat(world.told(paid)).containsExactly(CONFIRMED);
    chain.mine(20);
    TestChain.readAll(after);
    assertThat(world.status(unpaid)).isEqualTo("failed expired");
  }

  @Test
  void token_that_is_offered_after_its_transfer_was_recorded_as_another_pays() {
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    chain.transfer(address, TestChain.EURC, "125.50");
    chain.pass(5);
    assertThat(kinds(hosted)).containsExactly("other");
    chain.offer(hosted, chain.config, address, TestChain.EURC);
    world.stored.change(
        "update transfer_address set read_to = read_to - 5 where payment_id = ?",
        hosted.payment().id().value());
    chain.pass(1);
    assertThat(kinds(hosted)).containsExactly("credited");
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
    chain.pass(10);
    assertThat(received(hosted, "EURC")).isEqualTo("125.5");
  }

  @Test
  void token_that_the_new_entry_lists_counts_from_the_first_showing_on() {
    ChainConfig moved = chain.moved("more", TestChain.USDC, TestChain.EURC);
    HostedPayment hosted = world.payment(chain.inBlocks(100));
    EvmAddress address = chain.show(hosted);
    WatchRound after = chain.watcherOf(moved);
    chain.mine(1);
    chain.transfer(address, TestChain.EURC, "125.50"); // nobody has offered it yet
    chain.mine(5);
    TestChain.readAll(after);
    assertThat(kinds(hosted)).containsExactly("other");
    chain.offer(hosted, moved, address, TestChain.EURC);
    TestChain.readAll(chain.watcherOf(moved)); // which begins with a rescan
    assertThat(kinds(hosted)).containsExactly("credited");
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
  }

  @Test
  void resumed_chain_forgets_what_the_watcher_of_an_entry_that_is_gone_has_recorded() {
    HostedPayment hosted = world.payment(chain.inBlocks(200));
    EvmAddress address = chain.show(hosted);
    long before = chain.head();
    chain.transfer(address, TestChain.USDC, "125.50");
    chain.pass(10);
    assertThat(world.told(hosted)).containsExactly(CONFIRMED);
    ChainConfig moved = chain.moved("after", TestChain.USDC);
    TestChain.readAll(chain.watcherOf(moved));
    chain.replace((int) (chain.head() - before)); // deeper than finality
    chain.mine(1);
    TestChain.readAll(chain.watcherOf(moved)); // halts
    world
        .database
        .jdbi()
        .useTransaction(
            handle ->
                assertThat(ChainOperatorRoutes.resume(handle, moved, before, world.apply))
                    .containsExactly(hosted.payment().id()));
    assertThat(kinds(hosted)).isEmpty();
    assertThat(received(hosted, "USDC")).isEqualTo("0");
  }

  private static List<String> kinds(HostedPayment hosted) {
    return world.stored.texts(
        "select kind from incoming_transfer where payment_id = ?", hosted.payment().id().value());
  }

  private static String received(HostedPayment hosted, String token) {
    return world.stored.text(
        "select trim_scale(received) from transfer_address where payment_id = ? and token = ?",
        hosted.payment().id().value(),
        token);
  }
}
