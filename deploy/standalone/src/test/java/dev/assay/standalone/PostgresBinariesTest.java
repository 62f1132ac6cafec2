package dev.assay.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PostgresBinariesTest {
  private final Path folder;

  PostgresBinariesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void are_unpacked_once_and_other_versions_and_leftovers_deleted() throws IOException {
    Files.createDirectories(folder.resolve("0123456789abcdef/bin"));
    Files.createDirectories(folder.resolve("new-123/share"));
    Files.createDirectories(folder.resolve("data of others"));

    PostgresBinaries.in(folder);

    assertThat(names()).hasSize(2).contains("data of others");
    var programs = names().stream().filter(name -> name.matches("[0-9a-f]{8}")).findAny();
    var mark = Files.createFile(folder.resolve(programs.orElseThrow()).resolve("mark"));
    PostgresBinaries.in(folder).run("postgres", List.of("--version"), "");
    assertThat(mark).exists();
  }

  private List<String> names() throws IOException {
    try (var paths = Files.list(folder)) {
      return paths.map(path -> path.getFileName().toString()).toList();
    }
  }
}
