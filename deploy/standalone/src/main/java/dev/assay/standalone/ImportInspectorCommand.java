package dev.assay.standalone;

import dev.assay.standalone.inspectorimport.ConfigurationFile;
import dev.assay.standalone.inspectorimport.DatabaseUrl;
import dev.assay.standalone.inspectorimport.InspectorImport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes over rules, data and options of an installation of ironic-inspector. */
@Command(
    name = "import-inspector",
    description = "Take over rules, data and options of ironic-inspector into a running Assay.")
final class ImportInspectorCommand implements Callable<Integer> {
  private static final String PASSWORD = "INSPECTOR_DATABASE_PASSWORD";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      required = true,
      description = "Its configuration file, such as /etc/ironic-inspector/inspector.conf.")
  private Path config = Path.of("");

  @Option(
      names = "--database",
      paramLabel = "URL",
      description =
          "Its database, such as mysql://USER@HOST/ironic_inspector (default: [database]connection"
              + " of the file); $"
              + PASSWORD
              + " replaces the password.")
  private @Nullable String database;

  @Mixin private ApiOptions address = new ApiOptions();

  @Option(names = "--dry-run", description = "Read and check everything, and change nothing.")
  private boolean dryRun;

  @Option(names = "--all", description = "Print every line of the report.")
  private boolean all;

  /** Exit code 0 when everything was taken over, 1 when something was left out. */
  @Override
  public Integer call() throws IOException, GeneralSecurityException, SQLException {
    var file = configuration();
    var url = databaseUrl(file);
    try (var api = address.open()) {
      return new InspectorImport(file, url, api, System.out).run(dryRun, all) ? 0 : 1;
    }
  }

  private ConfigurationFile configuration() throws IOException {
    if (!Files.isReadable(config)) {
      throw new IllegalArgumentException("%s cannot be read".formatted(config));
    }
    try {
      return ConfigurationFile.parse(Files.readString(config, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s: %s".formatted(config, e.getMessage()), e);
    }
  }

  private DatabaseUrl databaseUrl(ConfigurationFile file) {
    var connection =
        Optional.ofNullable(database)
            .or(() -> file.value("database", "connection"))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s has no [database]connection; give --database URL".formatted(config)));
    var url = DatabaseUrl.parse(connection);
    var password = System.getenv(PASSWORD);
    return password == null ? url : new DatabaseUrl(url.jdbc(), url.user(), password);
  }
}
