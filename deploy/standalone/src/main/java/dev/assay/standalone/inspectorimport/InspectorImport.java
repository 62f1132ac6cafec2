package dev.assay.standalone.inspectorimport;

import dev.assay.standalone.client.Api;
import java.io.PrintStream;
import java.sql.SQLException;

/** The whole import with its report. It can be repeated: what is in Assay already is unchanged. */
public final class InspectorImport {
  private final ConfigurationFile file;
  private final DatabaseUrl url;
  private final Api api;
  private final PrintStream out;

  public InspectorImport(ConfigurationFile file, DatabaseUrl url, Api api, PrintStream out) {
    this.file = file;
    this.url = url;
    this.api = api;
    this.out = out;
  }

  /**
   * Takes over everything and prints what became of it; true when nothing was left out.
   *
   * @param dryRun checks the same, and writes nothing
   * @param all prints every line of the report
   */
  public boolean run(boolean dryRun, boolean all) throws SQLException {
    var done = dryRun ? "to import" : "imported";
    var options = new OptionImport(file);
    var converted = options.run();
    out.println("# For config/application.properties of all services:");
    options.lines().forEach(out::println);
    out.println();
    converted.print(out, "converted (see above)", all);
    try (var database = InspectorDatabase.open(url)) {
      var rules = new RuleImport(api, dryRun).run(database.rules());
      rules.print(out, done, all);
      var store = file.value("processing", "store_data").orElse("none");
      var inspections = new InspectionImport(api, dryRun, store).run(database);
      inspections.print(out, done, all);
      if (dryRun) {
        out.println("Nothing was written: this was a dry run.");
      }
      return converted.complete() && rules.complete() && inspections.complete();
    }
  }
}
