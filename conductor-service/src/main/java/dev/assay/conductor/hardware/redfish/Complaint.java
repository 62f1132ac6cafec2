package dev.assay.conductor.hardware.redfish;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.HardwareFailure;

/**
 * Sentences about one BMC for its operator: address, what was asked, what came back, what to check.
 * The password does not appear, even if the BMC repeats it.
 */
record Complaint(RedfishAccess access) {

  /** No answer at all. */
  HardwareFailure unreachable(Request request, String what, Throwable cause) {
    return new HardwareFailure(
        ErrorCode.BMC_UNREACHABLE,
        clean(
            "The BMC at %s did not answer %s: %s. Check redfish_address, and network and power of the BMC."
                .formatted(access.address(), request, Answer.printable(what))),
        cause);
  }

  /** 503 until patience ended. */
  HardwareFailure busy(Request request, Answer answer) {
    return failure(
        ErrorCode.BMC_UNREACHABLE,
        request,
        answer,
        "It says that it is busy: try later, or restart the BMC.");
  }

  /** 401 or 403. */
  HardwareFailure refused(Request request, Answer answer) {
    return failure(
        ErrorCode.BMC_REFUSED,
        request,
        answer,
        "Check redfish_username, redfish_password and redfish_auth_type, and the user's rights.");
  }

  /** Any other status that does not say "done". */
  HardwareFailure unexpected(Request request, Answer answer) {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        request,
        answer,
        "Check redfish_system_id and the firmware of the BMC.");
  }

  /** An answer that is there but makes no sense. */
  HardwareFailure unusable(String what) {
    return new HardwareFailure(
        ErrorCode.BMC_ANSWER_UNUSABLE, clean("The BMC at %s %s".formatted(access.address(), what)));
  }

  /** As above, with what was being done when it was found. */
  HardwareFailure unreadable(Request request, Throwable cause) {
    return new HardwareFailure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        clean(
            "The BMC at %s answered %s with something that is not the resource asked for (%s). Check redfish_address, and whether a proxy or web page answers there."
                .formatted(
                    access.address(), request, Answer.printable(cause.getClass().getSimpleName()))),
        cause);
  }

  /** Power did not become what it should. */
  HardwareFailure notReached(String state, String since) {
    return new HardwareFailure(
        ErrorCode.POWER_STATE_NOT_REACHED,
        "The BMC at %s still reports power %s after %s, and the time for it is over. Check the BMC's log, or raise the time-out if the machine is slow."
            .formatted(access.address(), state, since));
  }

  /** The BMC lists what it can do, and this is not among it. */
  HardwareFailure notOffered(String what) {
    return new HardwareFailure(
        ErrorCode.UNSUPPORTED,
        "The BMC at %s does not offer %s. Check the firmware of the BMC."
            .formatted(access.address(), what));
  }

  private HardwareFailure failure(ErrorCode code, Request request, Answer answer, String advice) {
    return new HardwareFailure(
        code,
        clean(
            "The BMC at %s answered %s with HTTP %d%s. %s"
                .formatted(
                    access.address(),
                    request,
                    answer.status(),
                    answer.reason().map(reason -> " (" + reason + ")").orElse(""),
                    advice)));
  }

  private String clean(String text) {
    return access
        .login()
        .map(login -> login.password().clear())
        .filter(password -> !password.isBlank())
        .map(password -> text.replace(password, "******"))
        .orElse(text);
  }
}
