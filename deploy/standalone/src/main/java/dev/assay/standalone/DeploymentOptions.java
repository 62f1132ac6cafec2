package dev.assay.standalone;

import dev.assay.standalone.deployment.DeploymentExamination.Login;
import dev.assay.standalone.deployment.DeploymentExamination.Parts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of {@code doctor --deployment} that say where the parts of an installation are. Their
 * defaults are the variables that services read, so that the file of services can be read before.
 */
final class DeploymentOptions {
  @Option(
      names = "--deployment",
      description = "Examine the installation instead of nodes: is it fit for production?")
  private boolean deployment;

  @Option(
      names = "--database",
      paramLabel = "URL",
      defaultValue = "${env:ASSAY_DATABASE_URL}",
      description = "JDBC URL of the services' database (default: $ASSAY_DATABASE_URL).")
  private @Nullable String database;

  @Option(
      names = "--database-user",
      paramLabel = "NAME",
      defaultValue = "${env:ASSAY_DATABASE_USERNAME:-assay}",
      description =
          "The services' user (default: $ASSAY_DATABASE_USERNAME, else assay); the password is taken"
              + " from $ASSAY_DATABASE_PASSWORD.")
  private String databaseUser = "";

  @Option(
      names = "--broker",
      paramLabel = "URL",
      description = "The management plug-in of RabbitMQ, such as http://mq.example:15672.")
  private @Nullable String broker;

  @Option(
      names = "--broker-user",
      paramLabel = "NAME",
      defaultValue = "${env:ASSAY_BROKER_USERNAME:-guest}",
      description =
          "A user with the tag monitoring (default: $ASSAY_BROKER_USERNAME, else guest); the password"
              + " is taken from $ASSAY_BROKER_PASSWORD.")
  private String brokerUser = "";

  @Option(
      names = "--haproxy",
      paramLabel = "URL",
      description = "HAProxy's page of statistics, such as http://127.0.0.1:8404.")
  private @Nullable String haproxy;

  @Option(
      names = "--process",
      paramLabel = "URL",
      description =
          "Where a process serves health and metrics, such as http://HOST:8088; may be repeated.")
  private List<String> processes = new ArrayList<>();

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      defaultValue = "${env:ASSAY_SECRETS_KEY_FILE}",
      description = "The key file, or a copy to be tested (default: $ASSAY_SECRETS_KEY_FILE).")
  private @Nullable Path keyFile;

  boolean wanted() {
    return deployment;
  }

  Parts parts(String api) {
    return new Parts(
        api,
        processes.stream()
            .map(it -> it.endsWith("/") ? it.substring(0, it.length() - 1) : it)
            .toList(),
        given(haproxy),
        given(database).map(url -> new Login(url, databaseUser, secret("ASSAY_DATABASE_PASSWORD"))),
        given(broker).map(url -> new Login(url, brokerUser, secret("ASSAY_BROKER_PASSWORD"))),
        Optional.ofNullable(keyFile).filter(file -> !file.toString().isBlank()));
  }

  private static Optional<String> given(@Nullable String text) {
    return Optional.ofNullable(text).filter(it -> !it.isBlank());
  }

  private static String secret(String variable) {
    return Optional.ofNullable(System.getenv(variable)).orElse("");
  }
}
