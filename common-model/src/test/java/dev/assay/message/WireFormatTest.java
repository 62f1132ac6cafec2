package dev.assay.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes of two versions run side by side during an upgrade: each must read what the other
 * writes. The files {@code messages-version-N.txt} have every kind of message as version N of the
 * envelope has it; a line is never changed. Source: docs/decisions/0046.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WireFormatTest {
  static Stream<String> recorded() {
    return recorded(Envelope.VERSION).stream();
  }

  static List<String> recordedInAllVersions() {
    return Stream.iterate(1, version -> version <= Envelope.VERSION, version -> version + 1)
        .flatMap(version -> recorded(version).stream())
        .toList();
  }

  private static List<String> recorded(int version) {
    var file = "/messages-version-%d.txt".formatted(version);
    try (var stream = WireFormatTest.class.getResourceAsStream(file)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("recordedInAllVersions")
  void what_earlier_versions_wrote_is_read(String text) {
    assertThat(Envelope.read(text).message()).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void what_is_written_is_what_other_processes_of_this_version_of_the_envelope_read(String text) {
    assertThat(Envelope.read(text).write()).isEqualTo(text);
  }

  @Test
  void every_kind_of_message_is_recorded() {
    var kinds =
        recorded(Envelope.VERSION).stream()
            .map(text -> Envelope.read(text).message().getClass())
            .collect(Collectors.<Class<?>>toSet());
    assertThat(kinds)
        .isEqualTo(
            Stream.of(Command.class, Announcement.class, ConductorRequest.class)
                .flatMap(kind -> Stream.of(kind.getPermittedSubclasses()))
                .collect(Collectors.<Class<?>>toSet()))
        .isNotEqualTo(Set.of());
  }
}
