package dev.assay.pxefilter.filter.nftables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs the program nft. Each call has a time limit. */
final class Nft {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LIMIT_SECONDS = 5;

  private final List<String> command;

  /**
   * Runs {@code command}.
   *
   * @param command the program with its arguments, separated by spaces
   */
  Nft(String command) {
    this.command = List.of(command.strip().split("\\s+"));
  }

  private record Result(int status, String output, String errors) {}

  /** Carries out all lines of a script, or none of them. */
  void run(String script) throws IOException {
    var result = start(List.of("-f", "-"), script);
    if (result.status() != 0) {
      throw failed(result);
    }
  }

  /** Returns a table as JSON; empty when there is none. */
  Optional<JsonNode> table(String name) throws IOException {
    var result = start(List.of("-j", "list", "table", "inet", name), "");
    if (result.status() == 0) {
      return Optional.of(JSON.readTree(result.output()).path("nftables"));
    }
    if (result.errors().contains("No such file or directory")) {
      return Optional.empty();
    }
    throw failed(result);
  }

  private IOException failed(Result result) {
    return new IOException(
        "%s failed: %s (it needs CAP_NET_ADMIN, see assay.pxe-filter.nft-command)"
            .formatted(String.join(" ", command), result.errors().strip()));
  }

  private Result start(List<String> arguments, String input) throws IOException {
    var all = new ArrayList<>(command);
    all.addAll(arguments);
    var process = new ProcessBuilder(all).start();
    try {
      var output =
          CompletableFuture.supplyAsync(
              () -> read(process.getInputStream()), Thread::startVirtualThread);
      var errors =
          CompletableFuture.supplyAsync(
              () -> read(process.getErrorStream()), Thread::startVirtualThread);
      Thread.startVirtualThread(() -> write(process.getOutputStream(), input));
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(
            "%s did not end within %d s".formatted(String.join(" ", command), LIMIT_SECONDS));
      }
      return new Result(process.exitValue(), output.join(), errors.join());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while running nft", e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static void write(OutputStream to, String script) {
    try (to) {
      to.write(script.getBytes(StandardCharsets.UTF_8));
    } catch (IOException _) {
      // It has ended, and says why.
    }
  }

  private static String read(InputStream stream) {
    try {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException _) {
      return ""; // the process was killed
    }
  }
}
