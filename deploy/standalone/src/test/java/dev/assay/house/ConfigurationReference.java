package dev.assay.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Generates docs/configuration.md from the documented {@code @ConfigMapping} interfaces. */
final class ConfigurationReference {
  private static final Pattern MAPPING =
      Pattern.compile(
          "/\\*\\*(?<doc>(?:(?!\\*/).)*)\\*/\\s*@ConfigMapping\\(prefix = \"(?<prefix>[^\"]+)\"\\)",
          Pattern.DOTALL);
  private static final Pattern OPTION =
      Pattern.compile(
          "/\\*\\*(?<doc>(?:(?!\\*/).)*)\\*/\\s*"
              + "(?:@WithDefault\\(\\s*\"(?<default>[^\"]*)\"\\)\\s*)?"
              + "(?<type>[A-Z\\w.<>, ]+|int|boolean|long|double) (?<name>\\w+)\\(\\);",
          Pattern.DOTALL);
  private static final Pattern NAMED = Pattern.compile(" Ironic: (?<name>\\S+)\\.$");
  private static final String OWN = "Own option.";

  private ConfigurationReference() {}

  static String page() {
    var page =
        new StringBuilder(
            """
            # Configuration

            Every option is a system property (`-Dname=value`), an environment variable
            (`ASSAY_API_PORT` for `assay.api.port`), or a line of `config/application.properties`
            in the working directory; with the launcher, `--set name=value`. A misspelt name under
            a prefix of the service that reads it stops the start; misspelt environment variables,
            and names below `assay.database` and `assay.log`, are ignored. Durations: `500ms`, `30s`, `10m`.
            Options without an Ironic name are Assay's own. This page is generated from the code.

            ## Shared

            | option | default | meaning |
            |---|---|---|
            """);
    shared(page);
    Map<String, Section> sections = new TreeMap<>();
    Repository.sources("Config.java").forEach(file -> mapping(sections, file));
    sections.forEach((prefix, section) -> page.append(section.text(prefix)));
    return page.toString();
  }

  private static void shared(StringBuilder page) {
    Repository.read("common-model/src/main/resources/META-INF/microprofile-config.properties")
        .lines()
        .filter(line -> line.startsWith("assay."))
        .map(line -> line.split("=", 2))
        .forEach(
            pair ->
                page.append(
                    "| `%s` | `%s` | %s |%n".formatted(pair[0], pair[1], meaning(pair[0]))));
    page.append("| `assay.log.json` | `false` | Log lines as JSON objects. |\n");
    page.append(
        "| `assay.log.level` | `WARN` | Of the all-in-one only: the lowest level of lines in its log."
            + " For services set `quarkus.log.level` (`INFO`). |\n");
    page.append(
        "| `assay.log.audit-level` | `INFO` | `WARN` switches audit lines off: those about requests"
            + " that may change something. |\n");
  }

  private static String meaning(String name) {
    return switch (name) {
      case "assay.database.url" -> "JDBC URL of PostgreSQL.";
      case "assay.database.username" -> "Its user, who may create tables.";
      case "assay.database.password" -> "The user's password.";
      case "assay.database.connect-timeout" -> "To connect, seconds.";
      case "assay.database.login-timeout" -> "To connect and log in, seconds.";
      case "assay.database.socket-timeout" ->
          "For an answer of the database when it stands still, seconds: then the connection is given up. Above the time-outs below, which the database keeps itself.";
      case "assay.database.statement-timeout" ->
          "For one statement. With unit ms, s, min or h; 0 for no limit.";
      case "assay.database.lock-timeout" ->
          "For one statement to wait for rows that another transaction holds.";
      case "assay.database.idle-in-transaction-timeout" ->
          "How long a transaction may be idle before the database aborts it. A frozen process holds"
              + " its locks for so long: longer than assay.conductor.heartbeat-timeout delays the"
              + " take-over of its work.";
      default -> throw new AssertionError(name + " needs a meaning here");
    };
  }

  /** The options of one prefix, which may come from several interfaces. */
  private record Section(List<String> abouts, StringBuilder rows) {
    String text(String prefix) {
      return "%n## %s%n%n%s%n%n| option | default | Ironic | meaning |%n|---|---|---|---|%n%s"
          .formatted(prefix, String.join("\n", abouts), rows);
    }
  }

  private static void mapping(Map<String, Section> sections, Path file) {
    var text = read(file);
    var mapping = MAPPING.matcher(text);
    if (!mapping.find()) {
      return;
    }
    var prefix = mapping.group("prefix");
    var about = prose(mapping.group("doc"));
    var section =
        sections.computeIfAbsent(prefix, _ -> new Section(new ArrayList<>(), new StringBuilder()));
    section.abouts().add(about);
    var own = !about.contains("Ironic");
    OPTION.matcher(text).results().forEach(option -> row(section.rows(), prefix, own, option));
  }

  private static void row(StringBuilder page, String prefix, boolean own, MatchResult option) {
    var name = option.group("name").replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    var doc = prose(option.group("doc"));
    var section = prefix.substring("assay.".length()).replace('-', '_');
    var named = NAMED.matcher(doc);
    var ironic =
        named.find()
            ? "`" + named.group("name") + "`"
            : own || doc.endsWith(OWN) ? "" : "`[%s]%s`".formatted(section, name.replace('-', '_'));
    var byDefault = option.group("default");
    page.append(
        "| `%s.%s` | %s | %s | %s |%n"
            .formatted(
                prefix,
                name,
                byDefault == null || byDefault.isEmpty() ? "none" : "`" + byDefault + "`",
                ironic,
                named.replaceAll("").replace(OWN, "").strip().replace("|", "\\|")));
  }

  private static String prose(String javadoc) {
    return javadoc
        .replaceAll("(?m)^\\s*\\*", " ")
        .replaceAll("\\{@(?:code|link)\\s+#?([^}]+)}", "`$1`")
        .replaceAll("<[^>]+>", " ")
        .replaceAll("\\s+", " ")
        .strip();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
