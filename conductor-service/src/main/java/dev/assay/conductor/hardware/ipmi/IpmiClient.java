package dev.assay.conductor.hardware.ipmi;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.Deadline;
import dev.assay.hardware.HardwareFailure;
import dev.assay.tracing.Tracing;
import dev.assay.tracing.Tracing.Kind;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends the commands of one operation to one BMC, again while it is busy. */
final class IpmiClient {
  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(5);
  private static final Duration LONGEST_BUSY = Duration.ofSeconds(30);
  private static final Set<Complaint> BUSY = EnumSet.of(Complaint.BUSY);
  private static final Set<Complaint> BUSY_OR_NOT_NOW =
      EnumSet.of(Complaint.BUSY, Complaint.NOT_NOW);

  private final IpmiAccess access;
  private final IpmiErrors errors;
  private final Tools tools;
  private final Deadline deadline;
  private final Runnable beforeCommand;

  /**
   * What all operations share.
   *
   * @param limit of one run of the program
   */
  record Tools(Ipmitool program, BmcTurns turns, Duration limit, Tracing tracing) {}

  /** {@code beforeCommand} throws when nothing may be changed any more. */
  IpmiClient(
      IpmiAccess access,
      IpmiErrors errors,
      Tools tools,
      Deadline deadline,
      Runnable beforeCommand) {
    this.access = access;
    this.errors = errors;
    this.tools = tools;
    this.deadline = deadline;
    this.beforeCommand = beforeCommand;
  }

  IpmiErrors errors() {
    return errors;
  }

  /** Runs a command that only reads, and returns {@code expected} as found in its output. */
  Matcher ask(Pattern expected, String... command) {
    return run(List.of(command), expected, BUSY_OR_NOT_NOW, () -> {});
  }

  /** Runs a command that changes something on the machine. */
  void change(Pattern expected, List<String> command) {
    var _ = run(command, expected, BUSY, beforeCommand);
  }

  /** As above, and again while the machine's state does not allow it. */
  void changeWhenAllowed(Pattern expected, List<String> command) {
    var _ = run(command, expected, BUSY_OR_NOT_NOW, beforeCommand);
  }

  /** As {@link #change}, but does nothing where the BMC does not know or accept the command. */
  void changeIfOffered(Pattern expected, List<String> command) {
    try {
      change(expected, command);
    } catch (HardwareFailure e) {
      if (e.code() != ErrorCode.UNSUPPORTED && e.code() != ErrorCode.BMC_ANSWER_UNUSABLE) {
        throw e;
      }
    }
  }

  /** Runs a command again while the BMC has one of the {@code passing} complaints. */
  private Matcher run(
      List<String> command, Pattern expected, Set<Complaint> passing, Runnable before) {
    var end = deadline.left().minus(LONGEST_BUSY);
    while (true) {
      var output = inTurn(command, before);
      var found = expected.matcher(output.text());
      if (output.status() == 0 && found.find()) {
        return found;
      }
      var left = deadline.left().minus(BETWEEN_ATTEMPTS);
      var again = left.isPositive() && left.compareTo(end) > 0;
      if (!again || Complaint.of(output).filter(passing::contains).isEmpty()) {
        throw errors.of(command, output);
      }
      deadline.pause(BETWEEN_ATTEMPTS);
    }
  }

  private Ipmitool.Output inTurn(List<String> command, Runnable before) {
    return tools
        .turns()
        .take(
            access,
            deadline,
            () -> {
              before.run();
              return run(command);
            })
        .orElseThrow(() -> errors.occupied(command));
  }

  /** A span names the first word of the command. */
  private Ipmitool.Output run(List<String> command) {
    try (var span = tools.tracing().child(Kind.CLIENT, "ipmitool", command.getFirst()).enter()) {
      var _ = span.with("server.address", access.address());
      return tools
          .program()
          .run(access, command, deadline.atMost(tools.limit(), LEAST))
          .orElseThrow(() -> errors.timedOut(command));
    } catch (Ipmitool.NotStarted e) {
      throw errors.notStarted(e);
    }
  }
}
