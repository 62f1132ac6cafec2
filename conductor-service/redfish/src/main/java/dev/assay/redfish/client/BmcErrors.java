package dev.assay.redfish.client;

import dev.assay.error.ErrorCode;
import dev.assay.error.UntrustedText;
import dev.assay.hardware.HardwareFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Creates the errors about one BMC. Their texts, for operators, name the address, the request, the
 * response, and what to check. Text from the BMC is left out when it may repeat the password.
 */
public final class BmcErrors {
  private final BmcAddress address;
  private final UntrustedText untrusted;

  BmcErrors(RedfishAccess access) {
    this.address = access.address();
    this.untrusted =
        UntrustedText.without(
            access.login().stream()
                .flatMap(login -> Stream.of(login.password().clear(), login.basic()))
                .toList());
  }

  /** The BMC sent no response. */
  HardwareFailure unreachable(RedfishRequest request, String what, Throwable cause) {
    return failure(
        ErrorCode.BMC_UNREACHABLE,
        cause,
        "The BMC at %s did not answer %s: %s. Check redfish_address, and network and power of the"
            + " BMC.",
        address,
        describe(request),
        what);
  }

  /** The connection failed while the BMC was answering. */
  HardwareFailure broken(RedfishRequest request, Throwable cause) {
    var message = cause.getMessage();
    var why = message == null ? "" : " (" + untrusted.words(message) + ")";
    return unreachable(request, "the connection broke" + why, cause);
  }

  /** The reason that Java or the network gives, in parentheses. */
  String because(Throwable cause) {
    var message = cause.getMessage();
    return message == null ? "" : " (" + untrusted.name(message) + ")";
  }

  /** The BMC answered 503 until the retries ended. */
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

  /** Any other status that is not a success. */
  public HardwareFailure unexpected(RedfishRequest request, RedfishResponse answer) {
    return refusal(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        request,
        answer,
        "Check redfish_system_id and the firmware of the BMC.");
  }

  /** A path that leads to another host or is invalid. */
  HardwareFailure foreign(String path) {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "The BMC at %s names a resource that is not its own: %s. Check redfish_address,"
            + " redfish_system_id and the firmware of the BMC.",
        address,
        untrusted.name(path));
  }

  /** Too many redirects. */
  HardwareFailure redirects(RedfishRequest request) {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "The BMC at %s redirects %s in a circle.",
        address,
        describe(request));
  }

  /** A response above the size limit. */
  HardwareFailure tooLarge(RedfishRequest request, int bytes) {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "The BMC at %s answered %s with more than %d bytes.",
        address,
        describe(request),
        bytes);
  }

  /** The BMC timed out several times in a row. */
  HardwareFailure leftAlone(RedfishRequest request, int failures, Duration left) {
    return failure(
        ErrorCode.BMC_UNREACHABLE,
        "The BMC at %s let the last %d requests time out, so %s is not sent; it gets no request for"
            + " %d s. Check redfish_address, and network and power of the BMC.",
        address,
        failures,
        describe(request),
        left.plusMillis(999).toSeconds());
  }

  /** Reading all resources took too long. */
  public HardwareFailure tooSlow(int requests) {
    return failure(
        ErrorCode.BMC_UNREACHABLE,
        "The BMC at %s is too slow: it answered %d requests, and the time for reading its inventory"
            + " has passed. Try again, or restart the BMC.",
        address,
        requests);
  }

  /** Reading all resources needs too many requests. */
  public HardwareFailure tooMany(int requests) {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "The BMC at %s has more resources than can be read with %d requests.",
        address,
        requests);
  }

  /** All resources together are too large. */
  public HardwareFailure tooMuch() {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "The BMC at %s sent more data than the inventory of any server has; the rest is not read.",
        address);
  }

  /** A required resource is missing. */
  public HardwareFailure missing(String path) {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "The BMC at %s has no %s. Check redfish_address and redfish_system_id.",
        address,
        untrusted.name(path));
  }

  /** The BMC has no system, or several and none is selected. */
  HardwareFailure notOneSystem(List<String> paths) {
    return paths.isEmpty()
        ? failure(
            ErrorCode.BMC_ANSWER_UNUSABLE,
            "The BMC at %s has no system at all. Check that redfish_address is the one of a"
                + " server's BMC.",
            address)
        : failure(
            ErrorCode.BMC_ANSWER_UNUSABLE,
            "The BMC at %s has %d systems (%s). Set redfish_system_id in driver_info to one of"
                + " them.",
            address,
            paths.size(),
            untrusted.name(String.join(", ", paths)));
  }

  /** A login response without a token that can be sent back. */
  HardwareFailure noToken() {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "The BMC at %s opened a session without giving an X-Auth-Token that can be sent back. Set"
            + " redfish_auth_type to basic, or check the firmware of the BMC.",
        address);
  }

  /** A response that is not the requested resource. */
  HardwareFailure unreadable(RedfishRequest request, Throwable cause) {
    return failure(
        ErrorCode.BMC_ANSWER_UNUSABLE,
        cause,
        "The BMC at %s answered %s with something that is not the resource asked for (%s). Check"
            + " redfish_address, and whether a proxy or web page answers there.",
        address,
        describe(request),
        cause.getClass().getSimpleName());
  }

  /** The power state was not reached in time. */
  public HardwareFailure notReached(String state, String since) {
    return failure(
        ErrorCode.POWER_STATE_NOT_REACHED,
        "The BMC at %s still reports power %s after %s, and the timeout has passed. Check the BMC's"
            + " log, or raise the time-out if the machine is slow.",
        address,
        untrusted.words(state),
        since);
  }

  /** The BMC accepted a command, and failed to carry it out. */
  HardwareFailure taskFailed(RedfishRequest command, Optional<String> reason) {
    return failure(
        ErrorCode.BMC_REFUSED,
        "The BMC at %s accepted %s, and failed to carry it out%s. Check its log and its tasks.",
        address,
        describe(command),
        reason.map(text -> " (" + untrusted.words(text) + ")").orElse(""));
  }

  /** The virtual drive did not change in time. */
  public HardwareFailure mediaNotReached(String path, boolean inserted) {
    return failure(
        ErrorCode.BMC_REFUSED,
        "The BMC at %s accepted the command to %s the virtual medium %s, but did not do it in time."
            + " Check that the BMC can read the image at its URL, which for inspections is below"
            + " assay.boot.url, or restart the BMC.",
        address,
        inserted ? "insert" : "eject",
        untrusted.name(path));
  }

  /** The BMC lists the values that it supports, and this is not among them. */
  public HardwareFailure notOffered(String what) {
    return failure(
        ErrorCode.UNSUPPORTED,
        "The BMC at %s does not offer %s. Check the firmware of the BMC.",
        address,
        what);
  }

  private HardwareFailure refusal(
      ErrorCode code, RedfishRequest request, RedfishResponse answer, String advice) {
    return failure(
        code,
        "The BMC at %s answered %s with HTTP %d%s. %s",
        address,
        describe(request),
        answer.status(),
        answer.reason().map(reason -> " (" + untrusted.words(reason) + ")").orElse(""),
        advice);
  }

  /** The request's method and path, never the body, which may hold a password. */
  private String describe(RedfishRequest request) {
    return request.method() + " " + untrusted.name(request.path());
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
