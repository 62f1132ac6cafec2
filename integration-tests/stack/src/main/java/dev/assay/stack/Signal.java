package dev.assay.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Signals that suspend and resume processes. */
enum Signal {
  STOP,
  CONT;

  /** Sends this to all processes; those that have ended since they were listed are passed over. */
  void send(List<ProcessHandle> processes) {
    for (var each : processes) {
      try {
        var kill = new ProcessBuilder("kill", "-" + name(), String.valueOf(each.pid())).start();
        if (kill.waitFor() != 0 && Server.runs(each)) {
          throw new IllegalStateException("process " + each.pid() + " got no SIG" + name());
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot send SIG" + name(), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while sending SIG" + name(), e);
      }
    }
  }
}
