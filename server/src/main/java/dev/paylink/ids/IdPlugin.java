package dev.paylink.ids;

import java.lang.reflect.Type;
import java.sql.Types;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.array.SqlArrayType;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.mapper.ColumnMapperFactory;
import org.jdbi.v3.core.mapper.RowMapperFactory;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.spi.JdbiPlugin;

/**
 * Teaches Jdbi every id: as a column, as a parameter, and as an element of an array parameter.
 * Other records are rows, whose columns have the names of their components.
 */
public final class IdPlugin implements JdbiPlugin {
  private static final Map<Type, Function<UUID, Id>> KINDS =
      Map.ofEntries(
          Map.entry(ApiKeyId.class, ApiKeyId::new),
          Map.entry(ApprovalId.class, ApprovalId::new),
          Map.entry(AuditId.class, AuditId::new),
          Map.entry(ClaimId.class, ClaimId::new),
          Map.entry(DeliveryId.class, DeliveryId::new),
          Map.entry(EventId.class, EventId::new),
          Map.entry(InvitationId.class, InvitationId::new),
          Map.entry(InvoiceId.class, InvoiceId::new),
          Map.entry(LetterId.class, LetterId::new),
          Map.entry(LinkId.class, LinkId::new),
          Map.entry(MerchantId.class, MerchantId::new),
          Map.entry(MismatchId.class, MismatchId::new),
          Map.entry(OperatorId.class, OperatorId::new),
          Map.entry(PasskeyId.class, PasskeyId::new),
          Map.entry(PaymentId.class, PaymentId::new),
          Map.entry(RealmId.class, RealmId::new),
          Map.entry(RedeliveryId.class, RedeliveryId::new),
          Map.entry(PayoutId.class, PayoutId::new),
          Map.entry(RefundId.class, RefundId::new),
          Map.entry(RequestId.class, RequestId::new),
          Map.entry(SessionId.class, SessionId::new),
          Map.entry(UserId.class, UserId::new));

  @Override
  public void customizeJdbi(Jdbi jdbi) {
    jdbi.registerColumnMapper(
        (ColumnMapperFactory)
            (type, config) -> Optional.ofNullable(KINDS.get(type)).map(IdPlugin::column));
    jdbi.registerRowMapper(
        (RowMapperFactory)
            (type, config) ->
                type instanceof Class<?> row && row.isRecord() && !KINDS.containsKey(row)
                    ? Optional.of(ConstructorMapper.of(row))
                    : Optional.empty());
    jdbi.registerArgument(new IdArgument());
    jdbi.registerArrayType(
        (type, config) ->
            KINDS.containsKey(type)
                ? Optional.of(SqlArrayType.of("uuid", Id::value))
                : Optional.empty());
  }

  private static ColumnMapper<?> column(Function<UUID, Id> kind) {
    return (row, number, context) -> {
      UUID value = row.getObject(number, UUID.class);
      return value == null ? null : kind.apply(value);
    };
  }

  private static final class IdArgument extends AbstractArgumentFactory<Id> {
    IdArgument() {
      super(Types.OTHER);
    }

    @Override
    protected Argument build(Id id, ConfigRegistry config) {
      return (position, statement, context) -> statement.setObject(position, id.value());
    }
  }
}
