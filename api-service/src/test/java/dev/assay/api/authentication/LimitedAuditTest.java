package dev.assay.api.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.source.SourceAddress;
import dev.assay.testing.CapturedLog;
import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Audit lines of requests that anybody may send: nobody fills the disk with them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LimitedAuditTest {
  private static final int MANY = 500;

  @ParameterizedTest(name = "{0} as {1}: {2}")
  @CsvSource(
      nullValues = "-",
      value = {
        "192.0.2.7, -,        401, true",
        "192.0.2.7, RAMDISK,  404, true",
        "192.0.2.7, RAMDISK,  202, false",
        "192.0.2.7, OBSERVER, 403, false",
        "127.0.0.1, -,        401, false",
      })
  void only_refused_requests_without_a_password_are_limited(
      String source, @Nullable Role role, int status, boolean limited) {
    try (var log = CapturedLog.of("dev.assay.audit", "%s")) {
      for (int i = 0; i < MANY; i++) {
        AuditLog.write(
            "POST",
            "/v1/nodes",
            new SourceAddress(InetAddress.ofLiteral(source), false),
            Optional.ofNullable(role),
            Optional.empty(),
            OptionalInt.of(status));
      }
      if (limited) {
        assertThat(log.lines()).hasSizeLessThan(MANY / 2);
      } else {
        assertThat(log.lines()).hasSize(MANY);
      }
    }
  }
}
