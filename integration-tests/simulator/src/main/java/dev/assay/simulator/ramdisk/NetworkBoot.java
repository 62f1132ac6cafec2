package dev.assay.simulator.ramdisk;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/**
 * The firmware's iPXE: runs the script that DHCP names, of whose commands it knows {@code kernel},
 * {@code initrd}, {@code boot} and {@code exit}.
 */
final class NetworkBoot {
  private static final String FIRST_LINE = "#!ipxe";

  private final HttpClient client;
  private final URI script;
  private final Duration timeout;

  NetworkBoot(HttpClient client, URI script, Duration timeout) {
    this.client = client;
    this.script = script;
    this.timeout = timeout;
  }

  /**
   * The parameters of the kernel that the script boots; empty when it boots the next device. Throws
   * IOException when script, kernel or ramdisk cannot be read.
   */
  Optional<KernelParameters> parameters() throws IOException, InterruptedException {
    var lines = read().lines().map(String::strip).toList();
    if (lines.isEmpty() || !lines.getFirst().equals(FIRST_LINE)) {
      throw new IOException("no iPXE script at " + script);
    }
    Optional<KernelParameters> kernel = Optional.empty();
    for (var line : lines) {
      var words = line.replaceFirst("\\|\\|.*", "").strip().split("\\s+", -1);
      switch (words[0]) {
        case "kernel" -> {
          requireFile(words[1]);
          kernel = Optional.of(KernelParameters.parse(line));
        }
        case "initrd" -> requireFile(words[words.length - 1]);
        case "boot", "exit" -> {
          return kernel;
        }
        default -> {}
      }
    }
    throw new IOException("the iPXE script at " + script + " boots nothing");
  }

  private String read() throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(script).timeout(timeout).build();
    var answer = client.send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("status %d of %s".formatted(answer.statusCode(), script));
    }
    return answer.body();
  }

  /** Reads the first bytes only: a rack of machines would fetch gigabytes. */
  private void requireFile(String url) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(timeout)
            .header("Range", "bytes=0-1023")
            .build();
    var answer = client.send(request, BodyHandlers.discarding());
    if (answer.statusCode() != 206) {
      throw new IOException("status %d of %s".formatted(answer.statusCode(), url));
    }
  }
}
