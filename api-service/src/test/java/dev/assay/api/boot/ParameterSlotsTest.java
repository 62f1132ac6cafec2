package dev.assay.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.boot.KernelParameters;
import dev.assay.error.AssayException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ParameterSlotsTest {
  private static final String BOOT_LOADER = ParameterSlots.newMark();
  private static final String FILE = ParameterSlots.newMark();
  private static final KernelParameters PARAMETERS =
      KernelParameters.parse("a=\"b c\" url=http://h");

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, (1 << 20) - 16, (1 << 20) - 1, 1 << 20, 3_000_000})
  void are_found_wherever_they_are_and_filled(int before, @TempDir Path folder) throws IOException {
    var image = image(folder, before);
    var filled = in(image).with(PARAMETERS);

    var bytes = read(filled, 0, filled.size());
    assertThat(bytes).hasSize((int) Files.size(image));
    assertThat(text(bytes, before)).isEqualTo("'a=b c' 'url=http://h'");
    assertThat(text(bytes, before + 4096 + 100)).isEqualTo("a=\"b c\" url=http://h");
    var untouched = Files.readAllBytes(image);
    assertThat(Arrays.copyOf(bytes, before)).isEqualTo(Arrays.copyOf(untouched, before));
  }

  @Test
  void are_the_same_in_every_part_of_the_file(@TempDir Path folder) throws IOException {
    var filled = in(image(folder, 1000)).with(PARAMETERS);
    var whole = read(filled, 0, filled.size());
    var random = new Random(7);

    for (var i = 0; i < 500; i++) {
      var start = random.nextInt((int) filled.size());
      var length = 1 + random.nextInt((int) filled.size() - start);
      assertThat(read(filled, start, length))
          .isEqualTo(Arrays.copyOfRange(whole, start, start + length));
    }
  }

  @Test
  void are_missing_in_other_images(@TempDir Path folder) throws IOException {
    var image = Files.writeString(folder.resolve("other"), "no room");

    assertThatThrownBy(() -> in(image)).isInstanceOf(IOException.class);
  }

  @Test
  void refuse_parameters_that_are_too_long(@TempDir Path folder) throws IOException {
    var slots = in(image(folder, 0));
    var many = new KernelParameters(List.of("x".repeat(4096)));

    assertThatThrownBy(() -> slots.with(many))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("kernel_append_params");
  }

  private static ParameterSlots in(Path image) throws IOException {
    return ParameterSlots.in(image, Optional.of(BOOT_LOADER), FILE);
  }

  private static Path image(Path folder, int before) throws IOException {
    var content = new ByteArrayOutputStream();
    var noise = new byte[before];
    new Random(before).nextBytes(noise);
    content.write(noise);
    content.write(ParameterSlots.room(BOOT_LOADER).getBytes(StandardCharsets.US_ASCII));
    content.write(new byte[100]);
    content.write(ParameterSlots.room(FILE).getBytes(StandardCharsets.US_ASCII));
    content.write(new byte[100]);
    return Files.write(folder.resolve("image"), content.toByteArray());
  }

  private static byte[] read(PatchedFile file, long start, long length) throws IOException {
    try (var stream = file.open(start, length)) {
      return stream.readAllBytes();
    }
  }

  private static String text(byte[] bytes, int offset) {
    return new String(bytes, offset, ParameterSlots.LENGTH, StandardCharsets.US_ASCII).strip();
  }
}
