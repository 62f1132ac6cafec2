package dev.assay.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * {@link EventSubscribers} in a process of their own, with a lower priority than what is measured:
 * in an installation clients run on other machines. It is told what to do by lines of text.
 */
final class SubscriberProcess implements AutoCloseable {
  private static final String OPEN = "open";
  private static final String STATUS = "status";
  private static final String END = "end";

  private final Process process;
  private final PrintStream orders;
  private final BufferedReader answers;

  /**
   * What the clients that are connected now have got.
   *
   * @param begun clients whose stream has begun
   * @param ended clients whose stream has ended
   * @param bytes of all clients
   * @param fewest events that one of the counted clients has got
   * @param most as {@code fewest}
   */
  record Status(int begun, int ended, long bytes, long fewest, long most) {
    static final Status NONE = new Status(0, 0, 0, 0, 0);

    static Status of(EventSubscribers clients) {
      return new Status(
          clients.begun(), clients.ended(), clients.bytes(), clients.fewest(), clients.most());
    }

    static Status read(String text) {
      var words = text.split(" ", -1);
      return new Status(
          Integer.parseInt(words[0]),
          Integer.parseInt(words[1]),
          Long.parseLong(words[2]),
          Long.parseLong(words[3]),
          Long.parseLong(words[4]));
    }

    String text() {
      return "%d %d %d %d %d".formatted(begun, ended, bytes, fewest, most);
    }
  }

  /** Starts the process; it has no clients yet. */
  SubscriberProcess(int nice) {
    var command = new ArrayList<>(List.of("nice", "-n", String.valueOf(nice)));
    command.addAll(
        List.of(
            System.getProperty("java.home") + "/bin/java",
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            SubscriberProcess.class.getName()));
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new UncheckedIOException("the process of the clients does not start", e);
    }
    orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Connects {@code number} clients, which want what {@code query} says. */
  void open(URI api, int number, String query) {
    order("%s %s %d %s".formatted(OPEN, api, number, query));
  }

  Status status() {
    return order(STATUS);
  }

  /** Disconnects them all. */
  void end() {
    order(END);
  }

  /** The processor time that it has used. */
  double cpuSeconds() {
    return ProcessUse.of(List.of(process.toHandle())).cpuSeconds();
  }

  private Status order(String line) {
    orders.println(line);
    try {
      var answer = answers.readLine();
      if (answer == null) {
        throw new IllegalStateException("the process of the clients has ended");
      }
      return Status.read(answer);
    } catch (IOException e) {
      throw new UncheckedIOException("the process of the clients does not answer", e);
    }
  }

  /** Ends the process, which ends with its input. */
  @Override
  public void close() {
    orders.close();
    process.destroy();
  }

  /** The process itself. */
  public static void main(String... arguments) throws IOException {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    EventSubscribers clients = null;
    for (var line = input.readLine(); line != null; line = input.readLine()) {
      var words = line.split(" ", -1);
      if (words[0].equals(OPEN)) {
        clients = new EventSubscribers(URI.create(words[1]), Integer.parseInt(words[2]), words[3]);
      } else if (words[0].equals(END) && clients != null) {
        clients.close();
        clients = null;
      }
      System.out.println((clients == null ? Status.NONE : Status.of(clients)).text());
    }
  }
}
