package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.conductor.inspection.RamdiskLogsConfig.Collect;
import dev.assay.node.Node;
import dev.assay.node.ProvisionState;
import dev.assay.testing.Fixtures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Spec hooks.md 1.2. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RamdiskLogsTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30Z");
  private static final byte[] ARCHIVE = {31, (byte) 139, 8, 0, 1, 2, 3};
  private static final JsonNode SENT =
      TextNode.valueOf(Base64.getMimeEncoder(4, new byte[] {'\n'}).encodeToString(ARCHIVE));

  private final Path folder;
  private final Node node = Fixtures.node(ProvisionState.INSPECTING, NOW);

  RamdiskLogsTest(@TempDir Path temporary) {
    folder = temporary.resolve("a/b");
  }

  private record Config(Collect collect, Path folder) implements RamdiskLogsConfig {}

  @ParameterizedTest(name = "{0}, failed {1}")
  @CsvSource({
    "ALWAYS, true, 1",
    "ALWAYS, false, 1",
    "ON_FAILURE, true, 1",
    "ON_FAILURE, false, 0",
    "NEVER, true, 0",
    "NEVER, false, 0"
  })
  void are_kept_when_configured(Collect collect, boolean failed, int files) {
    logs(collect, folder).keep(node, SENT, failed);

    assertThat(files()).hasSize(files);
  }

  @Test
  void are_a_file_named_for_node_and_time_that_only_its_owner_reads() throws IOException {
    logs(Collect.ALWAYS, folder).keep(node, SENT, true);

    var file = files().getFirst();
    assertThat(file.getFileName().toString())
        .startsWith(node.uuid().toString())
        .endsWith("_inspect_2026-08-01-10-20-30.tar.gz")
        .matches("[A-Za-z0-9._-]+");
    assertThat(Files.readAllBytes(file)).isEqualTo(ARCHIVE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  static Stream<JsonNode> nothing() {
    return Stream.of(
        MissingNode.getInstance(),
        NullNode.getInstance(),
        IntNode.valueOf(5),
        TextNode.valueOf("A==="),
        TextNode.valueOf("bm8gYXJjaGl2ZQ=="));
  }

  @ParameterizedTest
  @MethodSource("nothing")
  void that_are_none_make_no_file_and_no_failure(JsonNode sent) {
    logs(Collect.ALWAYS, folder).keep(node, sent, true);

    assertThat(files()).isEmpty();
  }

  @Test
  void that_cannot_be_written_make_no_failure() throws IOException {
    var taken = Files.writeString(Files.createDirectories(folder).resolve("taken"), "a file");

    logs(Collect.ALWAYS, taken.resolve("below")).keep(node, SENT, true);

    assertThat(files()).containsExactly(taken);
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
