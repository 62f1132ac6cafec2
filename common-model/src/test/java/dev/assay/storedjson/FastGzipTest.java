package dev.assay.storedjson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FastGzipTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 45, 46, 47, 1000, 65_536, 3_000_000})
  void what_does_not_compress_comes_back(int length) throws IOException {
    var data = new byte[length + 7];
    new Random(length).nextBytes(data);

    var text = gunzip(FastGzip.compressed(data, 5, length));

    assertThat(text).isEqualTo(java.util.Arrays.copyOfRange(data, 5, 5 + length));
  }

  @Test
  void text_becomes_short() throws IOException {
    var text = "{\"name\":\"eno1\"},".repeat(5000).getBytes(UTF_8);

    var compressed = FastGzip.compressed(text, 0, text.length);

    assertThat(compressed).hasSizeLessThan(text.length / 50);
    assertThat(gunzip(compressed)).isEqualTo(text);
  }

  @Test
  void compressors_are_used_again_by_many_threads() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tasks =
          IntStream.range(0, 200)
              .mapToObj(
                  n ->
                      threads.submit(
                          () -> {
                            var text = ("text " + n).repeat(n).getBytes(UTF_8);
                            assertThat(gunzip(FastGzip.compressed(text, 0, text.length)))
                                .isEqualTo(text);
                            return n;
                          }))
              .toList();
      for (var task : tasks) {
        assertThat(task.get()).isNotNegative();
      }
    }
  }

  private static byte[] gunzip(byte[] compressed) throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      return in.readAllBytes();
    }
  }
}
