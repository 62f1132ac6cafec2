package dev.assay.api;

import dev.assay.api.pipeline.RequestHeads;
import io.quarkus.runtime.Quarkus;

/** Runs the API service as its own process. */
public final class Api {
  private Api() {}

  public static void main(String... arguments) {
    System.setProperty(RequestHeads.LEFT_TO_US, "true");
    Quarkus.run(arguments);
  }
}
