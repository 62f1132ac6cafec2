package dev.assay.pxefilter.membership;

import dev.assay.liveness.Loop;
import dev.assay.liveness.Loops;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.hibernate.Session;
import org.jboss.logging.Logger;

/** Registers this PXE filter in the database and renews the registration by a heartbeat. */
@ApplicationScoped
public class FilterRegistration {
  private static final Logger LOG = Logger.getLogger(FilterRegistration.class);

  private final Session database;
  private final PxeFilterConfig config;
  private final String name;
  private final Loop loop;

  FilterRegistration(Session database, PxeFilterConfig config, Loops loops) {
    this.database = database;
    this.config = config;
    this.name = config.host().orElseGet(FilterRegistration::hostName);
    this.loop = loops.add("pxe-filter-heartbeat", config.heartbeatTimeout().multipliedBy(20));
  }

  void join(@Observes @Priority(100) StartupEvent started) {
    beat();
    LOG.infof("PXE filter %s is registered.", name);
  }

  @Scheduled(
      every = "${assay.pxe-filter.heartbeat-interval:2s}",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void beat() {
    loop.turn();
    QuarkusTransaction.requiringNew()
        .run(
            () ->
                database
                    .createNativeMutationQuery(
                        """
                        insert into pxe_filter (hostname, expires_at, updated_at)
                        values (?1, clock_timestamp() + ?2 * interval '1 ms', clock_timestamp())
                        on conflict (hostname) do update
                        set expires_at = excluded.expires_at, updated_at = excluded.updated_at
                        """)
                    .setParameter(1, name)
                    .setParameter(2, config.heartbeatTimeout().toMillis())
                    .executeUpdate());
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      throw new IllegalStateException(
          "The name of this host cannot be determined: set assay.pxe-filter.host to a unique name.",
          e);
    }
  }
}
