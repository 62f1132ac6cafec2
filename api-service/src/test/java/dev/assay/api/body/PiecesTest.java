package dev.assay.api.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PiecesTest {
  private final Random random = new Random(7);
  private final Pieces pieces = new Pieces();
  private final Buffer expected = Buffer.buffer();

  @Test
  void of_any_lengths_are_one_behind_the_other(@TempDir Path folder) throws IOException {
    for (int length : new int[] {1, 4095, 4096, 3, 0, 5000, 2, 4094, 1, 1, 70_000}) {
      add(length);
    }

    var file = folder.resolve("body");
    try (var channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      pieces.writeTo(channel);
    }
    assertThat(pieces.length()).isEqualTo(expected.length());
    assertThat(pieces.joined()).isEqualTo(expected.getBytes());
    assertThat(Files.readAllBytes(file)).isEqualTo(expected.getBytes());
  }

  @Test
  void of_a_byte_each_are_joined() {
    for (int i = 0; i < 100_000; i++) {
      add(1);
    }

    assertThat(pieces.count()).isLessThan(100);
    assertThat(pieces.joined()).isEqualTo(expected.getBytes());
  }

  @Test
  void that_are_long_are_not_copied() {
    var piece = Buffer.buffer(new byte[5000]);
    pieces.add(piece);
    pieces.add(Buffer.buffer("x"));

    assertThat(piece.length()).as("nothing is appended to it").isEqualTo(5000);
    assertThat(pieces.length()).isEqualTo(5001);
  }

  private void add(int length) {
    var bytes = new byte[length];
    random.nextBytes(bytes);
    pieces.add(Buffer.buffer(bytes));
    expected.appendBytes(bytes);
  }
}
