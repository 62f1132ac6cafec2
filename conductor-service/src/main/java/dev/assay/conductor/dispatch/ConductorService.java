package dev.assay.conductor.dispatch;

import dev.assay.thread.VirtualThreads;
import io.quarkus.runtime.Quarkus;

/** Starts a conductor as a process of its own. */
public final class ConductorService {
  private ConductorService() {}

  public static void main(String... arguments) {
    VirtualThreads.shareProcessors();
    Quarkus.run(arguments);
  }
}
