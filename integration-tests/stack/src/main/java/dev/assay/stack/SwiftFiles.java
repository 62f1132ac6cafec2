package dev.assay.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The configuration files of {@link SwiftServer}, and the two scripts that run Swift's code. */
final class SwiftFiles {
  /** What all servers of a cluster share. */
  static final String CLUSTER =
      """
      [swift-hash]
      swift_hash_path_prefix = assay
      swift_hash_path_suffix = assay

      [storage-policy:0]
      name = one-copy
      default = yes
      """;

  /**
   * Runs one server, as the programs {@code swift-*-server} do; those are in packages of their own,
   * which start services.
   */
  static final String SERVE =
      """
      import os
      import sys
      from swift.common.utils import set_swift_dir
      from swift.common.wsgi import run_wsgi

      name, file = sys.argv[1:]
      # Without this run_wsgi reads /etc/swift/swift.conf before the folder that the file names.
      set_swift_dir(os.path.dirname(file))
      options = {}
      if name == 'object-server':
          from swift.obj import server
          options['global_conf_callback'] = server.global_conf_callback
      sys.exit(run_wsgi(file, name, verbose=True, **options))
      """;

  /** Makes a ring of one part and one copy for each KIND=PORT, as swift-ring-builder does. */
  static final String RING =
      """
      import sys
      from swift.common.ring import RingBuilder

      disk = sys.argv[1]
      for each in sys.argv[2:]:
          kind, port = each.split('=')
          builder = RingBuilder(part_power=1, replicas=1, min_part_hours=1)
          builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port),
                           'device': disk, 'weight': 1, 'meta': ''})
          builder.rebalance()
          builder.get_ring().save(kind + '.ring.gz')
      """;

  private SwiftFiles() {}

  /** A server for accounts, containers or objects. */
  static String storage(Path folder, String kind, int port) {
    return common(folder, port)
        + """
        devices = %1$s/data
        mount_check = false
        disable_fallocate = true
        fallocate_reserve = 0

        [pipeline:main]
        pipeline = %2$s-server

        [app:%2$s-server]
        use = egg:swift#%2$s
        """
            .formatted(folder, kind);
  }

  /** The proxy. Its middleware wants a memcached and does without: nothing listens on that port. */
  static String proxy(Path folder, int port) {
    return common(folder, port)
        + """

        [pipeline:main]
        pipeline = catch_errors cache s3api tempauth slo proxy-server

        [filter:catch_errors]
        use = egg:swift#catch_errors

        [filter:cache]
        use = egg:swift#memcache
        memcache_servers = 127.0.0.1:1

        [filter:s3api]
        use = egg:swift#s3api

        [filter:tempauth]
        use = egg:swift#tempauth
        user_assay_inventory = %1$s .admin
        user_assay_nobody = %1$s

        [filter:slo]
        use = egg:swift#slo

        [app:proxy-server]
        use = egg:swift#proxy
        account_autocreate = true
        """
            .formatted(SwiftServer.SECRET_KEY);
  }

  private static String common(Path folder, int port) {
    return """
    [DEFAULT]
    bind_ip = 127.0.0.1
    bind_port = %d
    # One process, without children.
    workers = 0
    user = %s
    swift_dir = %s
    log_level = WARNING
    """
        .formatted(port, System.getProperty("user.name"), folder);
  }

  static void write(Path folder, String name, String text) {
    try {
      Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + name + " in " + folder, e);
    }
  }

  static void createFolder(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create " + folder, e);
    }
  }
}
