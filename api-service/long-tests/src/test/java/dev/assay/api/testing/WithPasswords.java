package dev.assay.api.testing;

import io.quarkus.elytron.security.common.BcryptUtil;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** With http_basic; alice is an administrator, watcher an observer, both with "secret". */
public final class WithPasswords implements QuarkusTestProfile {
  @Override
  public List<TestResourceEntry> testResources() {
    return List.of(new TestResourceEntry(PasswordFile.class));
  }

  /** The htpasswd file with both users. */
  public static final class PasswordFile implements QuarkusTestResourceLifecycleManager {
    @Override
    public Map<String, String> start() {
      try {
        var file = Files.createTempFile("htpasswd", "");
        file.toFile().deleteOnExit();
        var hash = BcryptUtil.bcryptHash("secret", 4);
        Files.writeString(file, "alice:" + hash + "\nwatcher:" + hash + "\n");
        return Map.of(
            "assay.api.auth-strategy", "http_basic",
            "assay.api.http-basic-auth-user-file", file.toString(),
            "assay.api.observers", "watcher",
            "assay.api.enable-proxy-headers-parsing", "true");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void stop() {}
  }
}
