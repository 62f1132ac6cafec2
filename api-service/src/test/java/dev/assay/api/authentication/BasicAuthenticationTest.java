package dev.assay.api.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.api.authentication.Authentication.Admitted;
import dev.assay.api.authentication.Authentication.Refused;
import dev.assay.api.source.SourceAddress;
import io.quarkus.elytron.security.common.BcryptUtil;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BasicAuthenticationTest {
  private static final String HASH = BcryptUtil.bcryptHash("secret:with colon", 4);

  private static final SourceAddress HERE =
      new SourceAddress(InetAddress.ofLiteral("192.0.2.1"), false);

  private Path file;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    file = folder.resolve("htpasswd");
    write("alice:" + HASH, "# a comment", "", "broken line", "watcher:" + HASH);
  }

  @Test
  void a_user_comes_in_and_is_remembered() {
    var authentication = basic();
    var headers = headers("alice", "secret:with colon");
    assertThat(authentication.known(headers)).isEmpty();
    var expected = new Admitted(Optional.of("alice"), Role.ADMIN);
    assertThat(authentication.decide(headers, HERE)).isEqualTo(expected);
    assertThat(authentication.known(headers)).contains(expected);
  }

  @Test
  void an_observer_may_read_only() {
    assertThat(basic().decide(headers("watcher", "secret:with colon"), HERE))
        .isEqualTo(new Admitted(Optional.of("watcher"), Role.OBSERVER));
  }

  @ParameterizedTest
  @ValueSource(strings = {"$2a$", "$2b$", "$2y$"})
  void every_letter_of_bcrypt_is_read(String prefix) throws IOException {
    write("bob:" + prefix + HASH.substring(4));
    assertThat(basic().decide(headers("bob", "secret:with colon"), HERE))
        .isInstanceOf(Admitted.class);
  }

  @Test
  void a_wrong_password_and_an_unknown_user_are_refused_alike_and_not_remembered() {
    var authentication = basic();
    var wrong = headers("alice", "other");
    var refused = new Refused("Incorrect username or password", "Basic realm=\"Baremetal API\"");
    assertThat(authentication.decide(wrong, HERE)).isEqualTo(refused);
    assertThat(authentication.decide(headers("nobody", "other"), HERE)).isEqualTo(refused);
    assertThat(authentication.known(wrong)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Basic", "Basic !!!", "Bearer abc", "Basic YWxpY2U=", ""})
  void a_strange_header_is_refused_at_once(String header) {
    var headers = MultiMap.caseInsensitiveMultiMap().add("Authorization", header);
    assertThat(basic().known(headers)).get().isInstanceOf(Refused.class);
  }

  @Test
  void no_header_is_refused_at_once() {
    assertThat(basic().known(MultiMap.caseInsensitiveMultiMap())).get().isInstanceOf(Refused.class);
  }

  @Test
  void a_changed_file_counts_and_makes_all_forgotten() throws IOException {
    var authentication = basic();
    var headers = headers("alice", "secret:with colon");
    authentication.decide(headers, HERE);
    write("bob:" + HASH);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(10)));
    assertThat(authentication.decide(headers, HERE)).isInstanceOf(Refused.class);
    assertThat(authentication.known(headers)).isEmpty();
    assertThat(authentication.decide(headers("bob", "secret:with colon"), HERE))
        .isInstanceOf(Admitted.class);
  }

  @Test
  void a_file_that_cannot_be_read_any_more_changes_nothing() throws IOException {
    var authentication = basic();
    Files.delete(file);
    Files.createDirectory(file);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(10)));
    assertThat(authentication.decide(headers("alice", "secret:with colon"), HERE))
        .isInstanceOf(Admitted.class);
    assertThat(authentication.decide(headers("alice", "wrong"), HERE)).isInstanceOf(Refused.class);
  }

  @Test
  void a_missing_file_stops_the_start() {
    assertThatThrownBy(() -> basic(file.resolveSibling("none")))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("assay.api.http-basic-auth-user-file");
  }

  private BasicAuthentication basic() {
    return basic(file);
  }

  private static BasicAuthentication basic(Path file) {
    return new BasicAuthentication(
        file,
        Set.of("watcher"),
        new PasswordChecks(),
        new FailedLogins(60, 10, System::nanoTime),
        BcryptUtil::matches);
  }

  private void write(String... lines) throws IOException {
    Files.writeString(file, String.join("\n", lines));
  }

  private static MultiMap headers(String user, String password) {
    var text = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return MultiMap.caseInsensitiveMultiMap()
        .add("Authorization", "Basic " + Base64.getEncoder().encodeToString(text));
  }
}
