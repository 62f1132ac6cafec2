package dev.assay.conductor.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LogFilesTest {
  private static final Instant LIMIT = Instant.parse("2026-08-01T00:00:00Z");

  private final Path folder;

  LogFilesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void old_ones_go_and_nothing_else() throws IOException {
    file("n_inspect_2026-07-01-00-00-00.tar.gz", LIMIT.minusSeconds(1));
    file(".ramdisk123.tmp", LIMIT.minusSeconds(1));
    var young = file("n_inspect_2026-08-01-00-00-00.tar.gz", LIMIT);
    var foreign = file("backup.tar.gz", LIMIT.minusSeconds(1));

    assertThat(LogFiles.deleteBefore(LIMIT, folder)).isEqualTo(2);

    try (var left = Files.list(folder)) {
      assertThat(left).containsExactlyInAnyOrder(young, foreign);
    }
  }

  @Test
  void a_folder_that_is_not_there_has_none() {
    assertThat(LogFiles.deleteBefore(LIMIT, folder.resolve("none"))).isZero();
  }

  @Test
  void one_that_cannot_be_deleted_keeps_no_other_from_it() throws IOException {
    var stays = Files.createDirectories(folder.resolve("n_inspect_1.tar.gz"));
    file("n_inspect_1.tar.gz/full", LIMIT);
    Files.setLastModifiedTime(stays, FileTime.from(LIMIT.minusSeconds(1)));
    for (var name = 'a'; name < 'k'; name++) {
      file(name + "_inspect_2.tar.gz", LIMIT.minusSeconds(1));
    }

    assertThat(LogFiles.deleteBefore(LIMIT, folder)).isEqualTo(10);

    try (var left = Files.list(folder)) {
      assertThat(left).containsExactly(stays);
    }
  }

  private Path file(String name, Instant written) throws IOException {
    var file = Files.writeString(folder.resolve(name), "x");
    Files.setLastModifiedTime(file, FileTime.from(written));
    return file;
  }
}
