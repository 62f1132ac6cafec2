package dev.assay.conductor.hardware.redfish;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.UntrustedText;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sentences about one BMC for its operator: address, what was asked, what came back, what to check.
 * What the BMC says is left out when it may repeat the password.
 */
final class BmcErrors {
  private final BmcAddress address;
  private final UntrustedText outside;

  BmcErrors(RedfishAccess access) {
    this.address = access.address();
    this.outside =
        UntrustedText.without(
            access.login().stream()
                .flatMap(login -> Stream.of(login.password().clear(), login.basic()))
                .toList());
  }

  /** No answer at all. */
  HardwareFailure unreachable(RedfishRequest request, String what, Throwable cause) {
    return failure(
        ErrorCode.BMC_UNREACHABLE,
        cause,
        "The BMC at %s did not answer %s: %s. Check redfish_address, and network and power of the BMC.",
        address,
        shown(request),
        what);
  }

  /** The connection failed while the BMC was answering. */
  HardwareFailure broken(RedfishRequest request, Throwable cause) {
    var message = cause.getMessage();
    var why = message == null ? "" : " (" + outside.words(message) + ")";
    return unreachable(request, "the connection broke" + why, cause);
  }

  /** A reason that Java or the network gives. */
  String because(Throwable cause) {
    var message = cause.getMessage();
    return message == null ? "" : " (" + outside.name(message) + ")";
  }

  /** 503 until patience ended. */
  HardwareFailure busy(RedfishRequest request, RedfishResponse answer) {
    return refusal(
        ErrorCode.BMC_UNREACHABLE,
        request,
        answer,
        "It says that it is busy: try later, or restart the BMC.");
  }

  /** 401 or 403. */
  HardwareFailure refused(RedfishRequest request, RedfishResponse answer) {
    return refusal(
        ErrorCode.BMC_REFUSED,
        request,
        answer,
        "Check redfish_username, redfish_password and redfish_auth_type, and the user's rights.");
  }

  /** Any other status that does not say "done". */
  HardwareFailure unexpected(RedfishRequest request, RedfishResponse answer) {
    return refusal(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        request,
        answer,
        "Check redfish_system_id and the firmware of the BMC.");
  }

  /** A path that leads to another host, or is none. */
  HardwareFailure foreign(String path) {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "The BMC at %s names a resource that is not its own: %s. Check redfish_address, redfish_system_id and the firmware of the BMC.",
        address,
        outside.name(path));
  }

  /** Redirects without an end. */
  HardwareFailure redirects(RedfishRequest request) {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "The BMC at %s redirects %s in a circle.",
        address,
        shown(request));
  }

  /** More than anybody reads. */
  HardwareFailure tooLarge(RedfishRequest request, int bytes) {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "The BMC at %s answered %s with more than %d bytes.",
        address,
        shown(request),
        bytes);
  }

  /** A resource that must be there. */
  HardwareFailure missing(String path) {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "The BMC at %s has no %s. Check redfish_address and redfish_system_id.",
        address,
        outside.name(path));
  }

  /** No system, or several and none is chosen. */
  HardwareFailure notOneSystem(List<String> paths) {
    return paths.isEmpty()
        ? failure(
            ErrorCode.BMC_ANSWER_UNUSABLE,
            "The BMC at %s has no system at all. Check that redfish_address is the one of a server's BMC.",
            address)
        : failure(
            ErrorCode.BMC_ANSWER_UNUSABLE,
            "The BMC at %s has %d systems (%s). Set redfish_system_id in driver_info to one of them.",
            address,
            paths.size(),
            outside.name(String.join(", ", paths)));
  }

  /** A login that gave nothing to come back with. */
  HardwareFailure noToken() {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "The BMC at %s opened a session without giving an X-Auth-Token that can be sent back. Set redfish_auth_type to basic, or check the firmware of the BMC.",
        address);
  }

  /** An answer that is there but is not the resource asked for. */
  HardwareFailure unreadable(RedfishRequest request, Throwable cause) {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        cause,
        "The BMC at %s answered %s with something that is not the resource asked for (%s). Check redfish_address, and whether a proxy or web page answers there.",
        address,
        shown(request),
        cause.getClass().getSimpleName());
  }

  /** Power did not become what it should. */
  HardwareFailure notReached(String state, String since) {
    return failure(
        ErrorCode.POWER_STATE_NOT_REACHED,
        "The BMC at %s still reports power %s after %s, and the time for it is over. Check the BMC's log, or raise the time-out if the machine is slow.",
        address,
        outside.words(state),
        since);
  }

  /** The BMC lists what it can do, and this is not among it. */
  HardwareFailure notOffered(String what) {
    return failure(
        ErrorCode.UNSUPPORTED,
        "The BMC at %s does not offer %s. Check the firmware of the BMC.",
        address,
        what);
  }

  private HardwareFailure refusal(ErrorCode code, RedfishRequest request, RedfishResponse answer, String advice) {
    return failure(
        code,
        "The BMC at %s answered %s with HTTP %d%s. %s",
        address,
        shown(request),
        answer.status(),
        answer.reason().map(reason -> " (" + outside.words(reason) + ")").orElse(""),
        advice);
  }

  /** Never the body, which may hold a password. */
  private String shown(RedfishRequest request) {
    return request.method() + " " + outside.name(request.path());
  }

  @SuppressWarnings("AnnotateFormatMethod") // Error Prone's annotations are no dependency
  private static HardwareFailure failure(ErrorCode code, String sentence, Object... parts) {
    return new HardwareFailure(code, sentence.formatted(parts));
  }

  @SuppressWarnings("AnnotateFormatMethod")
  private static HardwareFailure failure(
      ErrorCode code, Throwable cause, String sentence, Object... parts) {
    return new HardwareFailure(code, sentence.formatted(parts), cause);
  }
}
