package dev.assay.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FreePortsTest {
  /** Another process: prints for each of the ports whether it may take it. */
  static final class OtherProcess {
    private OtherProcess() {}

    public static void main(String[] ports) {
      for (var port : ports) {
        System.out.println(port + " " + FreePorts.take(Integer.parseInt(port)));
      }
    }
  }

  @Test
  void gives_no_port_twice() {
    var ports = IntStream.range(0, 20).map(_ -> FreePorts.next()).boxed().toList();

    assertThat(ports).doesNotHaveDuplicates().allMatch(port -> port > 1024 && port < 32_768);
  }

  @Test
  void keeps_a_port_from_other_processes_before_anything_listens_on_it() throws IOException {
    int given = FreePorts.next();
    int notGiven = 40_000; // outside the range

    assertThat(otherProcess(given, notGiven)).containsExactly(given + " false", notGiven + " true");
    assertThat(otherProcess(notGiven)).containsExactly(notGiven + " true"); // the first has ended
  }

  private static List<String> otherProcess(int... ports) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                OtherProcess.class.getName()));
    IntStream.of(ports).mapToObj(String::valueOf).forEach(command::add);
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (var output = process.getInputStream()) {
      return new String(output.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
