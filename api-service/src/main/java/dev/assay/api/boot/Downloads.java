package dev.assay.api.boot;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;

/** Limits how many images are sent at once: each takes a buffer and an open file. */
@ApplicationScoped
class Downloads {
  private static final int MOST = 1000;

  private final Semaphore slots = new Semaphore(MOST);

  /**
   * The same content, counted until the request ends, which also closes it. Throws UNAVAILABLE when
   * there are too many.
   */
  InputStream counted(InputStream content) throws IOException {
    if (!slots.tryAcquire()) {
      content.close();
      throw new AssayException(
          ErrorCode.UNAVAILABLE, "Too many images are being sent; try again later.");
    }
    CurrentRequestManager.get().registerCompletionCallback(_ -> finish(content));
    return content;
  }

  private void finish(InputStream content) {
    slots.release();
    try {
      content.close();
    } catch (IOException _) {
      // nothing was written
    }
  }
}
