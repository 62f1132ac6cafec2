package dev.assay.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Sees when the file, or the element of a firewall set, of each address is changed. */
final class ChangeWatch implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("[0-9a-f]{2}(?::[0-9a-f]{2}){5}");

  private final Map<String, Long> changed = new ConcurrentHashMap<>();
  private final AutoCloseable source;

  private ChangeWatch(Start start) throws IOException {
    this.source = start.with(this);
  }

  private interface Start {
    AutoCloseable with(ChangeWatch watch) throws IOException;
  }

  /** Watches files that are named for addresses. */
  static ChangeWatch ofFolder(Path folder) throws IOException {
    return new ChangeWatch(
        watch -> {
          var service = folder.getFileSystem().newWatchService();
          folder.register(
              service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    try {
                      while (true) {
                        var key = service.take();
                        var now = System.nanoTime();
                        key.pollEvents()
                            .forEach(event -> watch.saw(String.valueOf(event.context()), now));
                        key.reset();
                      }
                    } catch (InterruptedException | ClosedWatchServiceException _) {
                      // closed
                    }
                  });
          return service;
        });
  }

  /** Watches what leaves the set allow, with {@code nft monitor}. */
  static ChangeWatch ofFirewall(String nft) throws IOException {
    return new ChangeWatch(
        watch -> {
          var command =
              Stream.concat(
                      List.of(nft.split(" ")).stream(), Stream.of("monitor", "destroy", "elements"))
                  .toList();
          var process = new ProcessBuilder(command).redirectErrorStream(true).start();
          var lines =
              new BufferedReader(
                  new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
          Thread.ofPlatform()
              .daemon()
              .start(() -> lines.lines().forEach(line -> watch.sawLine(line, System.nanoTime())));
          return process::destroy;
        });
  }

  private void sawLine(String line, long at) {
    if (line.contains(" allow ")) {
      ADDRESS.matcher(line).results().forEach(it -> saw(it.group(), at));
    }
  }

  private void saw(String address, long at) {
    changed.putIfAbsent(address, at);
  }

  /** Forgets all changes so far. */
  void begin() {
    changed.clear();
  }

  /** Waits until all of {@code addresses} were changed; returns when, by System.nanoTime. */
  Map<String, Long> await(Collection<String> addresses, Duration limit)
      throws InterruptedException {
    var end = System.nanoTime() + limit.toNanos();
    while (!changed.keySet().containsAll(addresses)) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            "only %d of %d addresses were changed".formatted(changed.size(), addresses.size()));
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    var seen = new HashMap<>(changed);
    seen.keySet().retainAll(addresses);
    return seen;
  }

  @Override
  public void close() throws IOException {
    try {
      source.close();
    } catch (Exception e) {
      throw new IOException("the watch cannot be ended", e);
    }
  }
}
