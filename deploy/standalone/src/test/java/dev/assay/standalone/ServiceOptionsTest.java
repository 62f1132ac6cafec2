package dev.assay.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the command line sets, which replaces environment variables and files. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ServiceOptionsTest {
  @Test
  void nothing_is_set_that_the_command_line_does_not_set() {
    assertThat(parse().settings()).isEmpty();
    assertThat(parse("--port", "7000").settings()).isEqualTo(Map.of("assay.api.port", "7000"));
    assertThat(parse("--set", "assay.api.port=7001", "--port", "7000").settings())
        .isEqualTo(Map.of("assay.api.port", "7001"));
  }

  @Test
  void a_default_of_a_command_does_not_replace_what_is_set() {
    var options = parse("--port", "7000");
    options.setDefault("assay.api.port", "6385");
    options.setDefault("assay.log.audit-level", "WARN");

    assertThat(options.settings())
        .isEqualTo(Map.of("assay.api.port", "7000", "assay.log.audit-level", "WARN"));
  }

  private static ServiceOptions parse(String... arguments) {
    return CommandLine.populateCommand(new ServiceOptions(), arguments);
  }
}
