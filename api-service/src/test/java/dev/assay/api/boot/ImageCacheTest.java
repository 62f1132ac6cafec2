package dev.assay.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.boot.BootConfig;
import dev.assay.boot.BootImages;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a server that tells no version of its images, and a tool that makes no two images alike. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ImageCacheTest {
  private static final BootImages IMAGES =
      new BootImages.KernelAndRamdisk(
          URI.create("http://h/kernel"), URI.create("http://h/ramdisk"));

  private final Path folder;
  private final AtomicInteger read = new AtomicInteger();
  private final AtomicInteger made = new AtomicInteger();
  private final ImageCache cache;
  private volatile String content = "one";

  ImageCacheTest(@TempDir Path folder) {
    this.folder = folder;
    var config = config(folder);
    this.cache =
        new ImageCache(
            new ImageSource(config) {
              @Override
              Optional<String> version(URI image) {
                return Optional.empty();
              }

              @Override
              void copy(URI image, Path target) {
                read.incrementAndGet();
                write(target, content);
              }
            },
            new IsoTools(config) {
              @Override
              ParameterSlots ofKernel(Path kernel, Path ramdisk, Path into) throws IOException {
                var mark = ParameterSlots.newMark();
                var image = into.resolve("image.iso");
                write(image, made.incrementAndGet() + ParameterSlots.room(mark));
                return ParameterSlots.in(image, Optional.empty(), mark);
              }
            },
            config);
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BootConfig config(Path folder) {
    var properties =
        Map.of(
            "assay.boot.cache-folder",
            folder.toString(),
            "assay.boot.image-recheck-interval",
            "300ms");
    return new SmallRyeConfigBuilder()
        .withMapping(BootConfig.class)
        .withConverter(Duration.class, 200, new DurationConverter())
        .withConverter(MemorySize.class, 200, new MemorySizeConverter())
        .withSources(new PropertiesConfigSource(properties, "test", 200))
        .build()
        .getConfigMapping(BootConfig.class);
  }

  @AfterEach
  void close() {
    cache.stop(new ShutdownEvent());
  }

  @Test
  void an_image_that_was_read_again_and_is_the_same_stays() {
    var first = image(UUID.randomUUID());

    await().until(() -> image(UUID.randomUUID()).equals(first) && read.get() > 6);

    assertThat(made.get()).isEqualTo(1);
  }

  @Test
  void an_inspection_reads_the_same_image_to_its_end_and_others_the_new_one() {
    var inspection = UUID.randomUUID();
    var first = image(inspection);

    content = "two";
    await().until(() -> !image(UUID.randomUUID()).equals(first));

    assertThat(image(inspection)).isEqualTo(first);
    assertThat(first).exists();
  }

  @Test
  void what_somebody_has_deleted_is_made_again() throws IOException {
    var inspection = UUID.randomUUID();
    var first = image(inspection);

    try (var files = Files.walk(folder)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }

    assertThat(image(inspection)).exists().isNotEqualTo(first);
  }

  private Path image(UUID inspection) {
    return cache.iso(inspection, IMAGES).image();
  }
}
