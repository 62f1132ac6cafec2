package dev.assay.registration;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.hibernate.Session;

/** Reads which PXE filters are registered. */
@ApplicationScoped
public class PxeFilters {
  private final Session database;

  PxeFilters(Session database) {
    this.database = database;
  }

  /** The host names of the filters with a recent heartbeat. */
  public List<String> alive() {
    return database
        .createNativeQuery(
            "select hostname from pxe_filter where expires_at > clock_timestamp() order by hostname",
            String.class)
        .getResultList();
  }
}
