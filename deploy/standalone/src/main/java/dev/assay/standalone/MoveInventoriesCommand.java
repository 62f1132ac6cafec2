package dev.assay.standalone;

import dev.assay.document.DocumentMove;
import dev.assay.document.DocumentMove.Progress;
import dev.assay.document.DocumentTransfers.Place;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Has the conductors move all inventories that are stored to the object store, or back, and shows
 * how far they are. They go on when the command is ended.
 */
@Command(
    name = "move-inventories",
    description = "Have all stored inventories moved to the object store, or to the database.")
final class MoveInventoriesCommand implements Callable<Integer> {
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final int PATIENCE = 30;

  @Mixin private StoredDatabase stored = new StoredDatabase();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "PLACE",
      description = "Where to: s3 or database.")
  private Place target = Place.S3;

  @Option(names = "--no-wait", description = "Only order it; do not wait until it is done.")
  private boolean noWait;

  @Override
  public Integer call() throws SQLException {
    Warnings.print();
    return stored.run(this::move);
  }

  private int move(Connection database) throws SQLException {
    var move = new DocumentMove(database, target);
    move.order();
    var begun = move.progress();
    System.out.printf("%,d documents are to be moved to %s.%n", begun.waiting(), target.column());
    if (noWait) {
      return 0;
    }
    return watch(move, begun);
  }

  private int watch(DocumentMove move, Progress begun) throws SQLException {
    var last = begun;
    int still = 0;
    while (last.waiting() > 0) {
      LockSupport.parkNanos(INTERVAL.toNanos());
      var now = move.progress();
      still = now.waiting() < last.waiting() ? 0 : still + 1;
      if (!now.equals(last)) {
        System.out.printf(
            "%,d of %,d moved%s%n",
            begun.waiting() - Math.min(begun.waiting(), now.waiting()),
            begun.waiting(),
            now.error().map(". Last failure: "::concat).orElse(""));
      }
      if (still == PATIENCE) {
        System.err.println(
            "Nothing has moved for a minute. Conductors do the moving: are they running, with the"
                + " options assay.inventory.s3?");
      }
      last = now;
    }
    System.out.printf(
        "Done. New inventories go where assay.inventory.data-backend of the services says.%n");
    return 0;
  }
}
