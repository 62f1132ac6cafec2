package dev.assay.secret;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.util.Optional;

/** How secrets are encrypted in the database. */
@ConfigMapping(prefix = "assay.secrets")
public interface SecretsConfig {
  /**
   * File with the keys that encrypt {@code driver_info}, {@code instance_info}, inspection rules
   * and the calls they order in the database. Each line has an id, a space and 32 random bytes in
   * base64; the first key encrypts, all decrypt. Only its owner, and at most a group, may read the
   * file. All API services and conductors on one database need the same file and do not start
   * without it. A changed file is read again. {@code deploy/assay new-key FILE} makes one. The
   * all-in-one has by default {@code secrets.keys} in its data folder.
   */
  Optional<Path> keyFile();

  /**
   * Whether a missing key file is created at startup, as long as the database holds nothing
   * encrypted. The all-in-one does so; services on several hosts must share one file.
   */
  @WithDefault("false")
  boolean createKeyFile();
}
