package dev.assay.conductor.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.connection.DatabaseOutage;
import dev.assay.liveness.Loops;
import dev.assay.testing.CapturedLog;
import io.agroal.api.AgroalDataSource;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.FailedExecution;
import io.quarkus.scheduler.ScheduledExecution;
import io.quarkus.scheduler.Trigger;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FailedTasksTest {
  private static final FailedExecution FAILED =
      new FailedExecution(
          proxy(
              ScheduledExecution.class,
              (_, _, _) -> proxy(Trigger.class, (_, _, _) -> "dev.assay.Sweep#look")),
          new IllegalStateException("EntityManagerFactory is closed"));

  private final FailedTasks tasks =
      new FailedTasks(
          new DatabaseOutage(
              proxy(
                  AgroalDataSource.class,
                  (_, method, _) -> {
                    throw new AssertionError(method + " must not be called");
                  }),
              new Loops()));

  @Test
  void a_failure_is_an_error_that_names_the_task() {
    try (var log = CapturedLog.of(FailedTasks.class)) {
      tasks.log(FAILED);

      assertThat(log.errors())
          .singleElement()
          .asString()
          .contains("The periodic task dev.assay.Sweep#look failed");
    }
  }

  @Test
  void a_task_that_the_end_of_the_service_overtakes_is_no_error() {
    try (var log = CapturedLog.of(FailedTasks.class)) {
      tasks.stop(new ShutdownEvent());
      tasks.log(FAILED);

      assertThat(log.errors()).isEmpty();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
