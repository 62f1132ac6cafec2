package dev.assay.error;

/**
 * The catalogue of errors: a stable code, the HTTP status if a client sees it in a response, and a
 * hint what to do about it. Codes are never renamed. Source: spec api.md 3.
 */
public enum ErrorCode {
  // Rejected requests
  INVALID_PARAMETER(400, "correct the named member of the request and send it again"),
  INVALID_STATE(400, "wait for the node to reach a state that allows it, or see docs/lifecycle.md"),
  UNSUPPORTED(400, "choose an interface or driver that implements it"),
  NO_CONDUCTOR_FOR_DRIVER(400, "start a conductor that serves the driver and conductor group"),
  FORBIDDEN(403, "ask an administrator for the role"),
  NOT_FOUND(404, "check the name or UUID"),
  METHOD_NOT_ALLOWED(405, "see the Allow header"),
  NOT_ACCEPTABLE(406, "ask for a version within the advertised range"),
  NODE_LOCKED(409, "retry after the running operation"),
  DUPLICATE(409, "choose another value or use the existing object"),
  CONFLICT(409, "bring the node into a state that allows it"),
  TOO_LARGE(413, "send less, or raise the limit for this endpoint"),
  INTERNAL(500, "see the log of the service for the request id"),
  UNAVAILABLE(503, "retry"),

  // Failures of a BMC: reasons why an inspection failed, and responses to requests about the BMC
  BMC_UNREACHABLE(500, "check address, network and power of the BMC"),
  BMC_REFUSED(500, "check user, password and rights on the BMC"),
  BMC_ANSWER_UNUSABLE(500, "check the BMC's firmware, and redfish_system_id in driver_info"),
  DRIVER_ERROR(
      500, "see the conductor's log; check driver_info, and report it to the driver's author"),
  DRIVER_INFO_UNREADABLE(
      500, "put the missing key back into the key file, or write driver_info again"),

  // Reasons why an inspection failed
  RAMDISK_ERROR(0, "see the collectors' output in the ramdisk's log"),
  NO_INTERFACES(0, "check that the ramdisk has drivers for the network cards"),
  NO_USABLE_INTERFACE(0, "check assay.inspector.add-ports and the boot interface of the node"),
  NO_ARCHITECTURE(0, "use a ramdisk that reports the CPU architecture"),
  INVALID_CAPABILITIES(0, "correct property capabilities of the node: name:value, comma-separated"),
  NO_MEMORY(0, "use a ramdisk that reports the installed memory"),
  ROOT_DEVICE_NOT_FOUND(
      0,
      "compare root_device and skip_block_devices in properties with the disks of the inventory"),
  ROOT_DEVICE_HINTS_INVALID(0, "correct root_device or skip_block_devices in properties"),
  HOOK_FAILED(0, "see the inspection's trace for the hook"),
  HOOK_TIMEOUT(0, "see the log for where the hook hangs; raise assay.inspector.hook-timeout"),
  FAILED_BY_RULE(0, "see the rule that the inspection's trace names: it refuses such machines"),
  RULE_CONDITION_FAILED(0, "correct the rule that the inspection's trace names, or the data"),
  RULE_TIMEOUT(0, "see the log for where the rule hangs; raise assay.inspector.hook-timeout"),
  RULE_ACTION_FAILED(0, "correct the rule that the inspection's trace names, or the data"),
  INSPECTION_TIMEOUT(0, "check that the node boots the ramdisk and that it reaches the API"),
  NO_LOOKUP_ADDRESSES(0, "create a port of the node, or set the address of its BMC in driver_info"),
  INSPECTION_ABORTED(0, "start the inspection again when wanted"),
  INSPECTION_INTERRUPTED(0, "inspect the node again"),
  PROPERTIES_NOT_DISCOVERED(
      0, "set the properties of the node by hand, or inspect it with the ramdisk"),
  PAYLOAD_UNREADABLE(0, "inspect the node again"),
  POWER_STATE_NOT_REACHED(0, "check the BMC's log; raise power-state-change-timeout if it is slow");

  private final int status;
  private final String hint;

  ErrorCode(int status, String hint) {
    this.status = status;
    this.hint = hint;
  }

  /**
   * The HTTP status; 0 for a failure of an inspection, which is never the response to a request.
   */
  public int status() {
    return status;
  }

  /** What to do about it, in the imperative, without a full stop. */
  public String hint() {
    return hint;
  }
}
