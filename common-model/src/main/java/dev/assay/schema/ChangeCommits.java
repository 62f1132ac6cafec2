package dev.assay.schema;

import java.sql.Connection;
import liquibase.changelog.ChangeSet;
import liquibase.changelog.ChangeSet.ExecType;
import liquibase.changelog.ChangeSet.RunStatus;
import liquibase.changelog.DatabaseChangeLog;
import liquibase.changelog.visitor.AbstractChangeExecListener;
import liquibase.changelog.visitor.ChangeExecListener;
import liquibase.database.Database;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.DatabaseException;
import liquibase.exception.UnexpectedLiquibaseException;

/**
 * Commits each change together with its record. Liquibase commits the change first: a process that
 * is killed before it has recorded it would leave a database in which every later start makes the
 * change again, and fails.
 */
final class ChangeCommits extends JdbcConnection {
  private boolean changing;

  ChangeCommits(Connection connection) {
    super(connection);
  }

  @Override
  public void commit() throws DatabaseException {
    if (!changing) {
      super.commit();
    }
  }

  /** To be told of each change, from before it is made until it is recorded. */
  ChangeExecListener listener() {
    return new AbstractChangeExecListener() {
      @Override
      public void willRun(
          ChangeSet change, DatabaseChangeLog all, Database database, RunStatus status) {
        changing = true;
      }

      @Override
      public void ran(ChangeSet change, DatabaseChangeLog all, Database database, ExecType type) {
        changing = false;
        try {
          commit();
        } catch (DatabaseException e) {
          throw new UnexpectedLiquibaseException(e);
        }
      }

      @Override
      public void runFailed(
          ChangeSet change, DatabaseChangeLog all, Database database, Exception failure) {
        changing = false; // Liquibase has rolled it back
      }
    };
  }
}
