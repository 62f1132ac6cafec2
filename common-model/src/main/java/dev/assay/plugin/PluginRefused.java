package dev.assay.plugin;

import io.quarkus.runtime.configuration.ConfigurationException;

/**
 * Thrown when a plug-in cannot be used, which stops the start. The message is for the operator; it
 * is the last that the process prints, without a stack trace that would bury it.
 */
public final class PluginRefused extends ConfigurationException {
  private static final long serialVersionUID = 1L;

  /** {@code sentence} names the jar and says what to do. */
  public PluginRefused(String sentence) {
    super(sentence);
  }
}
