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
   * and the calls they order in the database: a line each, an id, a space and 32 random bytes in
   * base64; the first one encrypts, all decrypt. Only its owner, and at most a group, may read it.
   * The same for every API service and conductor on one database, which do not start without. It is
   * read again when it changed. {@code deploy/assay new-key FILE} makes one. The all-in-one has
   * {@code secrets.keys} in its data folder.
   */
  Optional<Path> keyFile();

  /**
   * Whether a key file that is not there is made at the start, as long as the database holds
   * nothing encrypted. The all-in-one does; services on several hosts must share one file.
   */
  @WithDefault("false")
  boolean createKeyFile();
}
