package dev.assay.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.simulator.Rack;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BodiesTest {
  private static final int MACHINES = 30;

  @Test
  void are_the_same_for_the_same_seed_only() {
    assertThat(bodies("--seed=3")).isEqualTo(bodies("--seed=3"));
    assertThat(bodies("--seed=4")).doesNotContainAnyElementsOf(bodies("--seed=3"));
  }

  @Test
  void of_mixed_machines_differ_in_size_and_some_have_logs() throws IOException {
    var sizes = new HashSet<Integer>();
    int logs = 0;
    for (var body : bodies()) {
      var json = json(body);
      int length = json.path("logs").asText().length();
      sizes.add(body.length() - length);
      if (length > 1000) {
        logs++;
        assertThat(length).isBetween(100_000, 640_000);
      }
    }
    assertThat(sizes).hasSizeGreaterThan(MACHINES / 2);
    assertThat(logs).isBetween(1, MACHINES / 2);
  }

  @Test
  void of_mixed_machines_have_addresses_of_their_own() throws IOException {
    var addresses = new ArrayList<String>();
    for (var body : bodies("--logs-every=0")) {
      var own = new HashSet<String>();
      json(body)
          .at("/inventory/interfaces")
          .forEach(one -> own.add(one.path("mac_address").asText())); // VLANs share theirs
      addresses.addAll(own);
    }
    assertThat(addresses).doesNotHaveDuplicates();
  }

  @Test
  void of_small_machines_have_the_size_that_was_asked_for() {
    assertThat(bodies("--payload=small", "--size=20000"))
        .allSatisfy(body -> assertThat(body.length()).isBetween(20_000, 20_200));
  }

  @Test
  void logs_are_an_archive_that_compresses_as_text_does() throws IOException {
    var logs = Base64.getDecoder().decode(RamdiskLogs.of(new Random(1), 200_000));

    long text = 0;
    try (var tar = new TarArchiveInputStream(new GZIPInputStream(new ByteArrayInputStream(logs)))) {
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        text += tar.readAllBytes().length;
      }
    }
    assertThat(logs.length).isBetween(150_000, 180_000);
    assertThat((double) text / logs.length).isBetween(3.0, 6.0);
  }

  private static List<String> bodies(String... options) {
    var bodies = BenchmarkCommand.parse(new Callbacks(), options).bodies;
    var made = new ArrayList<String>();
    try (var rack = Rack.of(bodies.rack("http://127.0.0.1/nowhere", MACHINES))) {
      for (var machine : rack.machines()) {
        made.add(new String(bodies.of(machine, made.size()), US_ASCII));
      }
    }
    return made;
  }

  private static JsonNode json(String body) throws IOException {
    return new ObjectMapper().readTree(body);
  }
}
