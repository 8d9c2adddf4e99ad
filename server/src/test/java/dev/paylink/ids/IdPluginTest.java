package dev.paylink.ids;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylink.platform.db.Database;
import dev.paylink.testing.TestDatabase;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class IdPluginTest {
  @AutoClose private static final Database DATABASE = TestDatabase.fresh();

  @ParameterizedTest
  @MethodSource("kinds")
  void every_kind_of_id_is_bound_and_read_back(Class<?> kind) throws Exception {
    Object id = kind.getConstructor(UUID.class).newInstance(UUID.randomUUID());
    assertThat(
            DATABASE
                .jdbi()
                .<Object, RuntimeException>withHandle(
                    handle -> handle.select("select ?::uuid", id).mapTo(kind).one()))
        .isEqualTo(id);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void every_kind_of_id_is_an_element_of_an_array(Class<?> kind) throws Exception {
    Object id = kind.getConstructor(UUID.class).newInstance(UUID.randomUUID());
    assertThat(
            DATABASE
                .jdbi()
                .<Object, RuntimeException>withHandle(
                    handle ->
                        handle
                            .createQuery("select unnest(:ids)")
                            .bindArray("ids", kind, List.of(id))
                            .mapTo(kind)
                            .one()))
        .isEqualTo(id);
  }

  static Stream<Class<?>> kinds() {
    return Arrays.stream(Id.class.getPermittedSubclasses());
  }
}
