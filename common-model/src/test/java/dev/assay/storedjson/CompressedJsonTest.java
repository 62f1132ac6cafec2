package dev.assay.storedjson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CompressedJsonTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 65_536, Zstd.LONGEST, Zstd.LONGEST + 1, 3_000_000})
  void what_does_not_compress_comes_back(int length) throws IOException {
    var data = new byte[length + 7];
    new Random(length).nextBytes(data);
    var text = Arrays.copyOfRange(data, 5, 5 + length);

    var compressed = CompressedJson.of(data, 5, length);

    assertThat(compressed.json()).isEqualTo(text);
    assertThat(compressed.stream().readAllBytes()).isEqualTo(text);
    assertThat(compressed.length()).isEqualTo(length);
    assertThat(new CompressedJson(compressed.bytes()).json()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, Zstd.LONGEST})
  void short_texts_are_zstd(int length) {
    assertThat(Zstd.isFrame(CompressedJson.of(new byte[length]).bytes())).isTrue();
  }

  @Test
  void a_library_that_is_not_there_is_noticed_before_it_is_used() {
    assertThat(Zstd.isInstalled("libzstd.so.0")).isFalse();
    assertThat(Zstd.isInstalled(Zstd.LIBRARY)).isTrue();
  }

  @Test
  void longer_texts_are_gzip_and_decompressed_while_they_are_read() throws IOException {
    var text = "{\"name\":\"eno1\"},".repeat(Zstd.LONGEST / 10).getBytes(UTF_8);

    var compressed = CompressedJson.of(text);

    assertThat(compressed.bytes()).startsWith(0x1f, 0x8b).hasSizeLessThan(text.length / 50);
    assertThat(compressed.stream().readAllBytes()).isEqualTo(text);
  }

  @Test
  void what_earlier_versions_stored_with_gzip_is_read() throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write("{\"a\":1}".getBytes(UTF_8));
    }

    var stored = new CompressedJson(out.toByteArray());

    assertThat(stored.json()).asString(UTF_8).isEqualTo("{\"a\":1}");
    assertThat(stored.stream().readAllBytes()).asString(UTF_8).isEqualTo("{\"a\":1}");
  }

  @Test
  void the_parts_of_a_text_may_have_different_formats() throws IOException {
    var head = "{\"inventory\":".getBytes(UTF_8);
    var old = FastGzip.compressed("{\"cpu\":{}}".getBytes(UTF_8), 0, 10);

    var text =
        CompressedJson.joined(
            CompressedJson.of(head).bytes(), old, CompressedJson.of("}".getBytes(UTF_8)).bytes());

    assertThat(text.json()).asString(UTF_8).isEqualTo("{\"inventory\":{\"cpu\":{}}}");
    assertThat(text.stream().readAllBytes()).isEqualTo(text.json());
    assertThat(text.length()).isEqualTo(24);
  }

  @ParameterizedTest
  @ValueSource(strings = {"01-1u-2nic-lldp", "02-gpu-many-pci", "03-arm64", "07-old-ramdisk"})
  void a_callback_takes_less_space_than_with_gzip(String sample) throws IOException {
    var indented =
        Files.readString(Path.of("src/test/resources/samples/%s.json".formatted(sample)));
    var text = StoredJson.write(StoredJson.read(indented, JsonNode.class)).getBytes(UTF_8);

    var stored = CompressedJson.of(text).bytes();

    assertThat(stored.length).isLessThan(FastGzip.compressed(text, 0, text.length).length * 3 / 4);
  }

  @Test
  void every_changed_byte_of_a_text_is_noticed() {
    var text = "{\"memory\":{\"physical_mb\":4096}}".repeat(50).getBytes(UTF_8);
    var stored = CompressedJson.of(text).bytes();
    assertThat(Zstd.isFrame(stored)).isTrue();

    for (int i = 0; i < stored.length; i++) {
      var damaged = stored.clone();
      damaged[i] ^= 0x20;
      assertThatThrownBy(() -> new CompressedJson(damaged).json())
          .as("byte %d", i)
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageStartingWith("a stored JSON text is unreadable: ");
    }
  }

  @Test
  void a_text_whose_end_is_missing_is_noticed() {
    var stored = CompressedJson.of("{\"a\":\"%s\"}".formatted("b".repeat(1000)).getBytes(UTF_8));

    for (int length = 0; length < stored.bytes().length; length++) {
      var cut = new CompressedJson(Arrays.copyOf(stored.bytes(), length));
      assertThatThrownBy(cut::json).as("%d bytes", length).isInstanceOf(UncheckedIOException.class);
      assertThatThrownBy(cut::length)
          .as("%d bytes", length)
          .isInstanceOf(UncheckedIOException.class);
    }
  }

  @Test
  void a_frame_that_claims_to_be_very_long_gets_no_memory() {
    // magic number, no dictionary, 8 bytes of length: 2^40
    var frame =
        new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, (byte) 0xe0, 0, 0, 0, 0, 0, 1, 0, 0};

    assertThatThrownBy(() -> new CompressedJson(frame).json())
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("a stored JSON text is unreadable: the frame of zstd has no valid length");
  }

  @Test
  void many_threads_compress_and_decompress() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tasks =
          IntStream.range(0, 500)
              .mapToObj(
                  n ->
                      threads.submit(
                          () -> {
                            var text = ("text " + n).repeat(n).getBytes(UTF_8);
                            return Arrays.equals(CompressedJson.of(text).json(), text);
                          }))
              .toList();
      for (var task : tasks) {
        assertThat(task.get()).isTrue();
      }
    }
  }
}
