package dev.paylink.desk.system;

import dev.paylink.mail.Mail;
import dev.paylink.platform.db.NodeStore;
import dev.paylink.platform.db.Retention;
import dev.paylink.platform.db.SizeStore;
import dev.paylink.platform.db.SlowStatementQueries;
import dev.paylink.platform.db.archive.ArchiveMeters;
import dev.paylink.platform.db.backup.BackupStore;
import dev.paylink.webhook.delivery.DeliveryQueueQueries;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of the instance as its database and its nodes report it.
 *
 * @param live whether real money moves
 * @param exhausted the deliveries that were given up and not sent again, as far as they are counted
 * @param failingWebhooks the webhooks whose last attempts failed
 * @param held the payments in suspended tokens that wait for a decision
 * @param archive null where nothing is archived
 * @param sizes null if they could not be read in time
 * @param slow null where the database does not count statements, or too slowly
 * @param deletes whether the configuration lets anything be deleted
 */
public record SystemFacts(
    Instant at,
    boolean live,
    DeliveryQueueQueries.Depth deliveries,
    int exhausted,
    int failingWebhooks,
    int held,
    Mail.Depth letters,
    List<NodeStore.Row> nodes,
    List<ChainState> chains,
    List<RelayState> relays,
    List<BackupStore.Row> backups,
    ArchiveMeters.@Nullable State archive,
    boolean deletes,
    List<Retention.Run> retention,
    @Nullable List<SizeStore.Row> sizes,
    @Nullable List<SlowStatementQueries.Row> slow) {}
