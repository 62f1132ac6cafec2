package dev.assay.api.boot;

import dev.assay.boot.BootConfig;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Reads images from where their URLs point: a web server, or the folder of images. */
@ApplicationScoped
class ImageSource {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final int BUFFER = 1 << 16;

  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT_TIMEOUT)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();
  private final Path folder;
  private final Duration limit;
  private final long largest;

  ImageSource(BootConfig config) {
    this.folder = config.imageFolder();
    this.limit = config.imageTimeout();
    this.largest = config.cacheSize().asLongValue() / 2;
  }

  /**
   * Which content a URL has now, without reading it: changes whenever the content does. Empty when
   * the server does not say.
   */
  Optional<String> version(URI image) {
    return image.getScheme().equals("file") ? Optional.of(fileVersion(image)) : httpVersion(image);
  }

  /** Writes the image to {@code target}, a new file; throws UNAVAILABLE with the reason. */
  void copy(URI image, Path target) {
    var end = System.nanoTime() + limit.toNanos();
    try (var content = open(image)) {
      var watch = Thread.ofVirtual().start(() -> closeAfter(limit, content));
      try {
        copy(image, content, target);
      } finally {
        watch.interrupt();
      }
    } catch (IOException e) {
      throw unreadable(
          image,
          System.nanoTime() < end
              ? e.toString()
              : "reading it takes longer than assay.boot.image-timeout");
    }
  }

  /** Ends a read from a server that sends nothing any more. */
  private static void closeAfter(Duration limit, InputStream content) {
    try {
      Thread.sleep(limit);
      content.close();
    } catch (InterruptedException _) {
      // it was read in time
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private InputStream open(URI image) throws IOException {
    if (image.getScheme().equals("file")) {
      return Files.newInputStream(inFolder(image));
    }
    var answer = exchange(image, "GET");
    if (answer.statusCode() != 200) {
      answer.body().close();
      throw unreadable(image, "the server answered %d".formatted(answer.statusCode()));
    }
    return answer.body();
  }

  private void copy(URI image, InputStream content, Path target) throws IOException {
    var buffer = new byte[BUFFER];
    var total = 0L;
    try (var out = Files.newOutputStream(target)) {
      for (var count = content.read(buffer); count >= 0; count = content.read(buffer)) {
        total += count;
        if (total > largest) {
          throw unreadable(image, "it is larger than half of assay.boot.cache-size");
        }
        out.write(buffer, 0, count);
      }
    }
  }

  private Optional<String> httpVersion(URI image) {
    try {
      var answer = exchange(image, "HEAD");
      answer.body().close();
      if (answer.statusCode() != 200) {
        return Optional.empty();
      }
      var headers = answer.headers();
      return headers
          .firstValue("ETag")
          .or(() -> headers.firstValue("Last-Modified"))
          .map(tag -> tag + " " + headers.firstValue("Content-Length").orElse(""));
    } catch (IOException e) {
      return Optional.empty(); // the copy that is there is used
    }
  }

  private HttpResponse<InputStream> exchange(URI image, String method) throws IOException {
    var request =
        HttpRequest.newBuilder(image)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .timeout(limit)
            .header("User-Agent", "assay")
            .build();
    try {
      return http.send(request, BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private String fileVersion(URI image) {
    try {
      var file = inFolder(image);
      return Files.getLastModifiedTime(file) + " " + Files.size(file);
    } catch (IOException e) {
      throw unreadable(image, e.toString());
    }
  }

  /** Follows links first, so that none leads out of the folder. */
  private Path inFolder(URI image) throws IOException {
    var file = Path.of(image.getPath()).toRealPath();
    if (!Files.isDirectory(folder) || !file.startsWith(folder.toRealPath())) {
      throw unreadable(image, "files must be below assay.boot.image-folder");
    }
    return file;
  }

  private static AssayException unreadable(URI image, String why) {
    return new AssayException(
        ErrorCode.UNAVAILABLE, "The image %s cannot be read: %s.".formatted(image, why));
  }
}
