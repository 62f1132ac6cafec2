package dev.assay.objectstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.stack.SwiftServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract, kept by the client with a real Swift. */
class S3ObjectStoreIT extends ObjectStoreContract {
  @TempDir static Path folder = Path.of("");
  private static @Nullable SwiftServer swift;
  private static @Nullable S3ObjectStore store;

  @BeforeAll
  static void a_swift() {
    var started = SwiftServer.start(folder);
    swift = started;
    store = new S3ObjectStore(options(started));
  }

  @AfterAll
  static void stop() {
    if (store != null) {
      store.close();
    }
    if (swift != null) {
      swift.close();
    }
  }

  @Override
  protected ObjectStore store() {
    return Objects.requireNonNull(store);
  }

  @Test
  void installations_with_their_own_prefix_share_a_bucket() {
    var server = Objects.requireNonNull(swift);
    try (var other = new S3ObjectStore(options(server).withPrefix("assay-2"));
        var whole = new S3ObjectStore(options(server).withPrefix(""))) {
      store().put("shared/key", new byte[] {1});
      other.put("shared/key", new byte[] {2});
      assertThat(store().get("shared/key")).hasValue(new byte[] {1});
      assertThat(other.get("shared/key")).hasValue(new byte[] {2});
      assertThat(other.list("", Optional.empty(), 10).objects()).hasSize(1);
      assertThat(whole.get("assay-2/shared/key")).hasValue(new byte[] {2});
    }
  }

  static Options options(SwiftServer swift) {
    return Options.at(swift.endpoint())
        .withBucket(SwiftServer.BUCKET)
        .withKeys(SwiftServer.ACCESS_KEY, SwiftServer.SECRET_KEY)
        .withAttempts(3, Duration.ofSeconds(20));
  }
}
