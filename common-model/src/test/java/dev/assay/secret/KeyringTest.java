package dev.assay.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.assay.testing.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class KeyringTest {
  private static final SecretColumn PLACE =
      new SecretColumn("node", UUID.randomUUID(), "driver_info");
  private static final String CLEAR = "{\"redfish_password\":\"calvin\"}";

  private final Path file;

  KeyringTest(@TempDir Path folder) {
    this.file = folder.resolve("keys");
  }

  @Test
  void what_was_sealed_can_be_opened_and_names_its_key() {
    var id = KeyFile.add(file, false);
    var keys = Keyring.of(file);

    var sealed = keys.seal(CLEAR, PLACE);

    assertThat(sealed).startsWith("assay:v1:" + id + ":").doesNotContain("calvin");
    assertThat(keys.isCurrent(sealed)).isTrue();
    assertThat(keys.open(sealed, PLACE)).isEqualTo(CLEAR);
    assertThat(keys.seal(CLEAR, PLACE)).as("another nonce each time").isNotEqualTo(sealed);
  }

  @Test
  void a_value_that_was_copied_to_another_row_or_column_cannot_be_opened() {
    KeyFile.add(file, false);
    var keys = Keyring.of(file);
    var sealed = keys.seal(CLEAR, PLACE);

    var others =
        List.of(
            new SecretColumn("node", UUID.randomUUID(), PLACE.column()),
            new SecretColumn("node", PLACE.row(), "instance_info"),
            new SecretColumn("api_call", PLACE.row(), PLACE.column()));
    assertThat(others)
        .allSatisfy(
            other ->
                assertThatThrownBy(() -> keys.open(sealed, other))
                    .isInstanceOf(UnreadableSecretException.class)
                    .hasMessageContaining(other.row().toString())
                    .hasMessageNotContaining(sealed.substring(20)));
  }

  @Test
  void a_value_of_which_anything_was_changed_cannot_be_opened() {
    KeyFile.add(file, false);
    var keys = Keyring.of(file);
    var sealed = keys.seal(CLEAR, PLACE);

    for (int at = 0; at < sealed.length(); at++) {
      var other = sealed.charAt(at) == 'A' ? 'B' : 'A';
      var damaged = sealed.substring(0, at) + other + sealed.substring(at + 1);
      if (at < sealed.length() - 3) { // the last characters of base64 hold unused bits
        assertThatThrownBy(() -> keys.open(damaged, PLACE))
            .isInstanceOf(UnreadableSecretException.class);
      }
      var cut = sealed.substring(0, at);
      assertThatThrownBy(() -> keys.open(cut, PLACE)).isInstanceOf(UnreadableSecretException.class);
    }
  }

  @Test
  void a_new_first_key_seals_from_then_on_and_the_old_one_still_opens() throws IOException {
    KeyFile.add(file, false);
    var keys = Keyring.of(file, Duration.ZERO);
    var old = keys.seal(CLEAR, PLACE);

    var id = KeyFile.add(file, false);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(1)));

    assertThat(keys.seal(CLEAR, PLACE)).startsWith("assay:v1:" + id + ":");
    assertThat(keys.isCurrent(old)).isFalse();
    assertThat(keys.open(old, PLACE)).isEqualTo(CLEAR);
  }

  @Test
  void a_key_that_another_process_uses_already_is_looked_for_in_the_file() throws IOException {
    KeyFile.add(file, false);
    var keys = Keyring.of(file);
    KeyFile.add(file, false);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(1)));
    var sealedByAnother = Keyring.of(file).seal(CLEAR, PLACE);

    assertThat(keys.open(sealedByAnother, PLACE)).isEqualTo(CLEAR);
  }

  @Test
  void a_file_that_became_unusable_changes_nothing() throws IOException {
    KeyFile.add(file, false);
    var keys = Keyring.of(file, Duration.ZERO);
    Files.writeString(file, "nothing\n");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(1)));

    assertThat(keys.open(keys.seal(CLEAR, PLACE), PLACE)).isEqualTo(CLEAR);
    Files.delete(file);
    assertThat(keys.open(keys.seal(CLEAR, PLACE), PLACE)).isEqualTo(CLEAR);
  }

  @Test
  void a_key_that_was_read_once_stays_when_the_file_has_it_no_more() throws IOException {
    KeyFile.add(file, false);
    var keys = Keyring.of(file, Duration.ZERO);
    var old = keys.seal(CLEAR, PLACE);
    Files.delete(file);
    var id = KeyFile.add(file, false);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(1)));

    assertThat(keys.seal(CLEAR, PLACE)).startsWith("assay:v1:" + id + ":");
    assertThat(keys.open(old, PLACE)).isEqualTo(CLEAR);
  }

  @Test
  void an_id_keeps_its_key_when_the_file_has_another_one_for_it() throws IOException {
    var id = KeyFile.add(file, false);
    var keys = Keyring.of(file, Duration.ZERO);
    var old = keys.seal(CLEAR, PLACE);
    Files.delete(file);
    KeyFile.add(file, false);
    Files.writeString(file, id + " " + Files.readString(file).split(" ", 2)[1]);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(1)));

    assertThat(keys.open(keys.seal(CLEAR, PLACE), PLACE)).isEqualTo(CLEAR);
    assertThat(keys.open(old, PLACE)).isEqualTo(CLEAR);
  }

  @Test
  void a_new_key_that_is_held_back_opens_but_does_not_seal_until_it_may() throws IOException {
    var first = KeyFile.add(file, false);
    var keys = Keyring.of(file, Duration.ZERO);
    keys.holdBack();
    assertThat(keys.heldBackKey()).isEmpty();
    var second = KeyFile.add(file, false);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(1)));
    var sealedByAnother = Keyring.of(file).seal(CLEAR, PLACE);

    assertThat(keys.seal(CLEAR, PLACE)).startsWith("assay:v1:" + first + ":");
    assertThat(keys.open(sealedByAnother, PLACE)).isEqualTo(CLEAR);
    keys.activate(keys.heldBackKey().orElseThrow());
    assertThat(keys.seal(CLEAR, PLACE)).startsWith("assay:v1:" + second + ":");
    assertThat(keys.heldBackKey()).isEmpty();
  }

  @Test
  void a_missing_key_is_named_with_what_to_do() throws IOException {
    var id = KeyFile.add(file, false);
    var sealed = Keyring.of(file).seal(CLEAR, PLACE);
    Files.delete(file);
    KeyFile.add(file, false);

    assertThatThrownBy(() -> Keyring.of(file).open(sealed, PLACE))
        .isInstanceOf(UnreadableSecretException.class)
        .hasMessageContaining("key " + id + " is not in " + file + "; put it back");
  }

  @Test
  void a_new_file_can_be_read_by_its_owner_only() throws IOException {
    KeyFile.add(file, false);
    KeyFile.add(file, true);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (var files = Files.list(file.getParent())) {
      assertThat(files).containsExactly(file);
    }
    assertThat(KeyFile.read(file)).hasSize(2);
  }

  @Test
  void a_file_that_is_there_keeps_its_permissions_and_a_link_to_it_stays_one() throws IOException {
    KeyFile.add(file, false);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    var link = Files.createSymbolicLink(file.resolveSibling("link"), file);

    KeyFile.add(link, false);

    assertThat(link).isSymbolicLink();
    assertThat(file).isRegularFile();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
    assertThat(KeyFile.read(file)).hasSize(2);
  }

  @Test
  void a_file_that_is_there_keeps_its_owner_and_group() throws IOException {
    assumeThat(System.getProperty("user.name")).isEqualTo("root");
    KeyFile.add(file, false);
    var users = file.getFileSystem().getUserPrincipalLookupService();
    var view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    view.setOwner(users.lookupPrincipalByName("12345"));
    view.setGroup(users.lookupPrincipalByGroupName("12346"));

    KeyFile.add(file, false);

    var after = Files.readAttributes(file, PosixFileAttributes.class);
    assertThat(after.owner().getName()).isEqualTo("12345");
    assertThat(after.group().getName()).isEqualTo("12346");
    assertThat(KeyFile.read(file)).hasSize(2);
  }

  @Test
  void the_owner_is_told_that_the_group_may_read_the_file() throws IOException {
    KeyFile.add(file, false);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    try (var log = CapturedLog.of(KeyFile.class)) {
      KeyFile.read(file);
      assertThat(log.lines()).hasSize(1).first().asString().contains("chmod 600 ends that");
    }
  }

  /**
   * In Kubernetes files of Secrets belong to root and the group of the pod. Only root gives one
   * away.
   */
  @Test
  void who_reads_the_file_as_a_member_of_its_group_is_not_told_to_close_it() throws IOException {
    assumeThat(System.getProperty("user.name")).isEqualTo("root");
    KeyFile.add(file, false);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
    var users = file.getFileSystem().getUserPrincipalLookupService();
    Files.setOwner(file, users.lookupPrincipalByName("12345"));

    try (var log = CapturedLog.of(KeyFile.class)) {
      KeyFile.read(file);
      assertThat(log.lines()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw----r--", "rw--w----", "rw-----w-"})
  void a_file_that_is_open_to_others_is_refused(String mode) throws IOException {
    KeyFile.add(file, false);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));

    assertThatThrownBy(() -> Keyring.of(file))
        .hasMessage(
            "The key file %s is open to others (%s): run 'chmod 600 %s'."
                .formatted(file, mode, file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a c2hvcnQ=",
        "a not-base64-but-maybe-the-key-itself!!",
        "onlyoneword",
        "a b c",
        "a:b MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
      })
  void a_line_that_is_no_key_is_refused_without_being_shown(String line) throws IOException {
    KeyFile.add(file, false);
    Files.writeString(file, "# ours\n" + line + "\n");

    assertThatThrownBy(() -> Keyring.of(file))
        .hasMessageStartingWith("Line 2 of the key file " + file + " is no key")
        .hasMessageContaining("openssl rand -base64 32")
        .hasMessageNotContaining(line)
        .hasNoCause();
  }

  @Test
  void a_key_does_not_show_in_its_text() throws IOException {
    var id = KeyFile.add(file, false);

    assertThat(KeyFile.read(file)).extracting(SecretKey::toString).containsExactly(id);
  }
}
