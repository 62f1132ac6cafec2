package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.inspection.RamdiskLogsConfig.Collect;
import dev.assay.node.Node;
import dev.assay.node.ProvisionState;
import dev.assay.testing.Fixtures;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec hooks.md 1.2. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RamdiskLogsTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30Z");
  private static final byte[] ARCHIVE = {31, (byte) 139, 8, 0, 1, 2, 3};

  private final Path folder;
  private final Node node = Fixtures.node(ProvisionState.INSPECTING, NOW);

  RamdiskLogsTest(@TempDir Path temporary) {
    folder = temporary.resolve("a/b");
  }

  private record Config(Collect collect, Path folder) implements RamdiskLogsConfig {}

  @ParameterizedTest(name = "{0}, failed {1}")
  @CsvSource({
    "ALWAYS, true, true",
    "ALWAYS, false, true",
    "ON_FAILURE, true, true",
    "ON_FAILURE, false, false",
    "NEVER, true, false",
    "NEVER, false, false"
  })
  void are_wanted_when_configured(Collect collect, boolean failed, boolean wanted) {
    assertThat(logs(collect, folder).wanted(failed)).isEqualTo(wanted);
  }

  @Test
  void are_a_file_named_for_node_and_time_that_only_its_owner_reads() throws IOException {
    logs(Collect.ALWAYS, folder).keep(node, RamdiskLogsTest::archive);

    var file = files().getFirst();
    assertThat(file.getFileName().toString())
        .startsWith(node.uuid().toString())
        .endsWith("_inspect_2026-08-01-10-20-30.tar.gz")
        .matches("[A-Za-z0-9._-]+");
    assertThat(Files.readAllBytes(file)).isEqualTo(ARCHIVE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void that_cannot_be_written_make_no_failure() throws IOException {
    var taken = Files.writeString(Files.createDirectories(folder).resolve("taken"), "a file");

    assertThat(logs(Collect.ALWAYS, taken.resolve("below")).keep(node, RamdiskLogsTest::archive))
        .isFalse();

    assertThat(files()).containsExactly(taken);
  }

  @Test
  void that_were_not_sent_make_no_file() {
    assertThat(logs(Collect.ALWAYS, folder).keep(node, _ -> false)).isTrue();

    assertThat(files()).isEmpty();
  }

  private static boolean archive(OutputStream target) throws IOException {
    target.write(ARCHIVE);
    return true;
  }

  private static RamdiskLogs logs(Collect collect, Path folder) {
    return new RamdiskLogs(new Config(collect, folder), Clock.fixed(NOW, ZoneOffset.UTC));
  }

  private List<Path> files() {
    if (Files.notExists(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
