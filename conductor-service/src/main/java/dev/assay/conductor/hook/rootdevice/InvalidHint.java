package dev.assay.conductor.hook.rootdevice;

/** Hints that make no sense, whatever the disks are; the message says which and why. */
public final class InvalidHint extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InvalidHint(String sentence) {
    super(sentence);
  }
}
