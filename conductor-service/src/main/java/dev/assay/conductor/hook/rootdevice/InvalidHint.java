package dev.assay.conductor.hook.rootdevice;

/** Thrown when hints are invalid, whatever the disks are; the message says which and why. */
public final class InvalidHint extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InvalidHint(String sentence) {
    super(sentence);
  }
}
