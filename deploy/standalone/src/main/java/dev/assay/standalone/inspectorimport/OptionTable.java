package dev.assay.standalone.inspectorimport;

import static dev.assay.standalone.inspectorimport.Conversion.flags;
import static dev.assay.standalone.inspectorimport.Conversion.leftOut;
import static dev.assay.standalone.inspectorimport.Conversion.list;
import static dev.assay.standalone.inspectorimport.Conversion.notNeeded;
import static dev.assay.standalone.inspectorimport.Conversion.oneOf;
import static dev.assay.standalone.inspectorimport.Conversion.same;
import static dev.assay.standalone.inspectorimport.Conversion.seconds;
import static dev.assay.standalone.inspectorimport.Conversion.to;
import static dev.assay.standalone.inspectorimport.Conversion.unless;

import dev.assay.standalone.inspectorimport.Conversion.Outcome;
import dev.assay.standalone.inspectorimport.Conversion.Outcome.LeftOut;
import dev.assay.standalone.inspectorimport.Conversion.Outcome.Line;
import dev.assay.standalone.inspectorimport.Conversion.Outcome.NotNeeded;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The options of ironic-inspector 11 and 12, and what each becomes. */
final class OptionTable {
  private static final long YEAR = 365 * 86400L;
  private static final String FILTER = "[pxe_filter]driver is another one, or noop";

  /**
   * An option.
   *
   * @param byDefault the value when the file has none, where Assay's default would behave
   *     otherwise; else null
   */
  record Row(String section, String option, @Nullable String byDefault, Conversion conversion) {}

  // spotless:off
  /** In the order in which they are printed. */
  static final List<Row> ROWS = List.of(
      row("DEFAULT",      "listen_address",        "::", OptionTable::address),
      row("DEFAULT",      "listen_port",         "5050", same("assay.inspector-compat.port")),
      row("DEFAULT",      "listen_unix_socket",          leftOut("Assay listens on TCP only; set assay.api.host=127.0.0.1 behind a proxy")),
      row("DEFAULT",      "listen_unix_socket_mode",     notNeeded("Assay listens on TCP only")),
      row("DEFAULT",      "auth_strategy",   "keystone", OptionTable::authentication),
      row("DEFAULT",      "http_basic_auth_user_file", "/etc/ironic-inspector/htpasswd", OptionTable::users),
      row("DEFAULT",      "use_ssl",                     OptionTable::tls),
      row("ssl",          "cert_file",                   ifTls("assay.api.tls-certificate")),
      row("ssl",          "key_file",                    ifTls("assay.api.tls-key")),
      row("ssl",          "ca_file",                     OptionTable::clientAuthority),
      row("DEFAULT",      "api_max_limit",               same("assay.api.max-limit")),
      row("DEFAULT",      "timeout",             "3600", to("assay.conductor.inspect-wait-timeout", seconds(YEAR))),
      row("DEFAULT",      "introspection_delay",    "5", to("assay.conductor.reboot-throttle", seconds(60))),
      row("DEFAULT",      "can_manage_boot",             to("assay.inspector-compat.can-manage-boot", flags())),
      row("DEFAULT",      "ipmi_address_fields",         OptionTable::addressFields),
      row("DEFAULT",      "enable_mdns",                 unless("false", leftOut("Assay does not announce itself by multicast DNS; give ramdisks the kernel parameter ipa-inspection-callback-url"))),
      row("DEFAULT",      "host",                        notNeeded("a name of its own for each process, by default that of the host")),
      row("DEFAULT",      "clean_up_period",             notNeeded("deadlines are watched all the time; nothing is deleted before assay.retention.* says so")),
      row("DEFAULT",      "leader_election_interval",    notNeeded("conductors take over from each other by leases")),
      row("DEFAULT",      "max_concurrency",             notNeeded("assay.conductor.workers limits what runs at once")),
      row("DEFAULT",      "rootwrap_config",             notNeeded("services do not run as root; assay.pxe-filter.nft-command may begin with sudo")),
      row("DEFAULT",      "standalone",                  notNeeded("all-in-one or separate services is a choice at the start")),
      row("processing",   "add_ports",                   to("assay.inspector.add-ports", oneOf("all", "active", "pxe", "disabled"))),
      row("processing",   "keep_ports",                  to("assay.inspector.keep-ports", oneOf("all", "present", "added"))),
      row("processing",   "update_pxe_enabled",          to("assay.inspector.update-pxe-enabled", flags())),
      row("processing",   "overwrite_existing",          unless("true", leftOut("hooks overwrite properties that they found; to keep some, leave out the hook that sets them"))),
      row("processing",   "disk_partitioning_spacing",   to("assay.inspector.disk-partitioning-spacing", flags())),
      row("processing",   "power_off",                   to("assay.inspector.power-off", flags())),
      row("processing",   "permit_active_introspection", unless("false", leftOut("no node is in use here: Assay does not deploy machines"))),
      row("processing",   "store_data",                  OptionTable::storage),
      row("processing",   "ramdisk_logs_dir",            same("assay.ramdisk-logs.folder")),
      row("processing",   "always_store_ramdisk_logs",   to("assay.ramdisk-logs.collect", value -> flags().apply(value).equals("true") ? "always" : "on-failure")),
      row("processing",   "ramdisk_logs_filename_format", unless("{uuid}_{dt:%Y%m%d-%H%M%S.%f}.tar.gz", leftOut("the names of the files cannot be chosen"))),
      row("processing",   "node_not_found_hook",         OptionTable::discovery),
      row("discovery",    "enroll_node_driver", "fake-hardware", (value, file) -> enrols(file) ? same("assay.auto-discovery.driver").of(value, file) : new NotNeeded("unknown machines are not enrolled")),
      row("discovery",    "enroll_node_fields",          (value, file) -> enrols(file) && !value.isBlank() ? new LeftOut("discovered nodes get no other fields; set them by an inspection rule") : new NotNeeded("unknown machines are not enrolled, or without such fields")),
      row("discovery",    "enabled_bmc_address_version", (value, file) -> !enrols(file) || list().apply(value).equals("4,6") ? new NotNeeded("both kinds of addresses are used") : new LeftOut("discovered nodes get the addresses of both kinds")),
      row("capabilities", "boot_mode",                   notNeeded("hook boot-mode is in assay.inspector.hooks when this is set")),
      row("capabilities", "cpu_flags",                   to("assay.inspector.cpu-capabilities", list())),
      row("pci_devices",  "alias",                       (_, file) -> new Line("assay.inspector.pci-device-alias", file.values("pci_devices", "alias").map(String::strip).collect(Collectors.joining(",")))),
      row("accelerators", "known_devices",               same("assay.inspector.known-accelerators")),
      row("port_physnet", "cidr_map",                    to("assay.inspector.physical-network-cidr-map", list())),
      row("extra_hardware", "strict",                    to("assay.inspector.extra-hardware-strict", flags())),
      row("pxe_filter",   "driver",          "iptables", OptionTable::filter),
      row("pxe_filter",   "sync_period",                 ifFiltered(to("assay.pxe-filter.sync-period", seconds(30)))),
      row("pxe_filter",   "deny_unknown_macs",  "false", ifFiltered(to("assay.pxe-filter.unknown-hosts", value -> flags().apply(value).equals("true") ? "never" : "inspection"))),
      row("dnsmasq_pxe_filter", "dhcp_hostsdir", "/var/lib/ironic-inspector/dhcp-hostsdir", ifFilter("dnsmasq", same("assay.pxe-filter.dhcp-hostsdir"))),
      row("dnsmasq_pxe_filter", "purge_dhcp_hostsdir",   ifFilter("dnsmasq", to("assay.pxe-filter.purge-dhcp-hostsdir", flags()))),
      row("dnsmasq_pxe_filter", "dnsmasq_start_command", ifFilter("dnsmasq", command("start"))),
      row("dnsmasq_pxe_filter", "dnsmasq_stop_command",  ifFilter("dnsmasq", command("stop"))),
      row("iptables",     "dnsmasq_interface", "br-ctlplane", ifFilter("iptables", same("assay.pxe-filter.interfaces"))),
      row("iptables",     "ethoib_interfaces",           ifFilter("iptables", (value, file) -> value.isBlank() ? new NotNeeded("it is empty") : to("assay.pxe-filter.ethoib-interfaces", list()).of(value, file))),
      row("iptables",     "firewall_chain",              notNeeded("the PXE filter has a table of nftables of its own")),
      row("iptables",     "ip_version",                  notNeeded("the PXE filter handles both versions")),
      row("cors",         "allowed_origin",              to("assay.api.cors-allowed-origins", list())),
      row("oslo_middleware", "enable_proxy_headers_parsing", to("assay.api.enable-proxy-headers-parsing", flags())),
      row("oslo_middleware", "max_request_body_size",    to("assay.api.max-json-body-size-inspection", value -> String.valueOf(Long.parseLong(value)))),
      row("oslo_policy",  "policy_file",                 leftOut("there are no policies: users are administrators, those of assay.api.observers may only read")));

  /** The sections whose options need not be converted, with the reason. */
  static final Map<String, String> SECTIONS = Map.ofEntries(
      Map.entry("database",           "Assay has a database of its own: assay.database.*"),
      Map.entry("ironic",             "nodes are in Assay itself; enrol them there"),
      Map.entry("service_catalog",    "clients are given the address of Assay"),
      Map.entry("keystone_authtoken", "see [DEFAULT]auth_strategy"),
      Map.entry("swift",              "see [processing]store_data"),
      Map.entry("coordination",       "the database coordinates all services"),
      Map.entry("healthcheck",        "/q/health is always served"),
      Map.entry("ssl",                "TLS 1.2 or newer is used with the ciphers of Java"),
      Map.entry("cors",               "methods and headers are those of the API"),
      Map.entry("profiler",           "there are metrics and traces: docs/operating.md"),
      Map.entry("oslo_concurrency",   "nothing of it exists in Assay"));
  // spotless:on

  /** Logs, messages between processes, and the framework of OpenStack's services. */
  private static final Pattern GENERAL =
      Pattern.compile(
          "\\[DEFAULT](debug|verbose|log_.*|logging_.*|use_(syslog|journal|json|eventlog|stderr)"
              + "|syslog_log_facility|watch_log_file|max_logfile_.*|rate_limit_.*"
              + "|default_log_levels|publish_errors|instance_(uuid_)?format|fatal_deprecations"
              + "|transport_url|control_exchange|rpc_.*|executor_thread_pool_size|backdoor_.*"
              + "|state_path|config_.*|wsgi_.*|client_socket_timeout|tcp_keepidle"
              + "|graceful_shutdown_timeout|run_external_periodic_tasks)"
              + "|\\[oslo_(messaging|policy|middleware|reports|versionedobjects).*");

  private OptionTable() {}

  /** What an option becomes that has no row; empty when it is none of ironic-inspector. */
  static Optional<Outcome> withoutRow(ConfigurationFile.Name name) {
    if (GENERAL.matcher(name.toString()).matches()) {
      return Optional.of(
          new NotNeeded("logs are set up by quarkus.log.*, the broker by assay.broker.*"));
    }
    return Optional.ofNullable(SECTIONS.get(name.section())).map(NotNeeded::new);
  }

  private static Row row(String section, String option, Conversion conversion) {
    return new Row(section, option, null, conversion);
  }

  private static Row row(String section, String option, String byDefault, Conversion conversion) {
    return new Row(section, option, byDefault, conversion);
  }

  private static boolean authenticates(String how, ConfigurationFile file) {
    return file.value("DEFAULT", "auth_strategy").filter(how::equals).isPresent();
  }

  private static Outcome users(String value, ConfigurationFile file) {
    return authenticates("http_basic", file)
        ? same("assay.api.http-basic-auth-user-file").of(value, file)
        : new NotNeeded("[DEFAULT]auth_strategy is not http_basic");
  }

  private static Outcome address(String value, ConfigurationFile file) {
    var open = authenticates("noauth", file);
    if (!open && value.equals("::")) {
      return new NotNeeded("with passwords Assay listens at all addresses");
    }
    return open && !List.of("127.0.0.1", "::1", "localhost").contains(value)
        ? new LeftOut(
            "without passwords Assay listens at loopback only; set assay.api.host, and either"
                + " assay.api.auth-strategy=http_basic or"
                + " assay.api.allow-unauthenticated-remote=true, which lets anyone who reaches the"
                + " port control the machines")
        : same("assay.api.host").of(value, file);
  }

  private static Outcome authentication(String value, ConfigurationFile file) {
    return switch (value) {
      case "noauth", "http_basic" -> same("assay.api.auth-strategy").of(value, file);
      case "keystone" ->
          new LeftOut(
              "Keystone is not supported; use assay.api.auth-strategy=http_basic, or a proxy that"
                  + " checks tokens");
      default -> throw new IllegalArgumentException("the value is not known");
    };
  }

  private static boolean encrypts(ConfigurationFile file) {
    return file.value("DEFAULT", "use_ssl").flatMap(Conversion::flag).orElse(false);
  }

  private static Outcome tls(String value, ConfigurationFile file) {
    return encrypts(file) && file.value("ssl", "cert_file").isEmpty()
        ? new LeftOut(
            "it has no [ssl]cert_file; set assay.api.tls-certificate and assay.api.tls-key")
        : new NotNeeded(
            encrypts(file) ? "a certificate is enough for it" : "Assay does so without an option");
  }

  private static Outcome clientAuthority(String value, ConfigurationFile file) {
    return encrypts(file)
        ? new LeftOut(
            "to demand certificates of clients set assay.api.tls-client-ca, and"
                + " assay.api.tls-client-auth=required, which holds for ramdisks as well")
        : new NotNeeded("[DEFAULT]use_ssl is not set");
  }

  private static Conversion ifTls(String name) {
    return (value, file) ->
        encrypts(file) ? same(name).of(value, file) : new NotNeeded("[DEFAULT]use_ssl is not set");
  }

  /** Assay takes the addresses from all keys that end so. */
  private static Outcome addressFields(String value, ConfigurationFile file) {
    var others =
        List.of(list().apply(value).split(",")).stream()
            .filter(key -> !key.isEmpty() && !key.endsWith("_address"))
            .toList();
    return others.isEmpty()
        ? new NotNeeded("every key of driver_info that ends in _address is looked at")
        : new LeftOut(
            "%s in driver_info is not looked at, only keys that end in _address"
                .formatted(String.join(", ", others)));
  }

  private static Outcome storage(String value, ConfigurationFile file) {
    return value.equals("swift")
        ? new LeftOut(
            "data are kept in the database of Assay, or in Swift by its S3 API"
                + " (assay.inventory.data-backend=s3); those of ironic-inspector in Swift are not read:"
                + " move them with ironic-inspector-migrate-data --from swift --to database")
        : new NotNeeded("data are kept in the database of Assay, see assay.retention");
  }

  private static boolean enrols(ConfigurationFile file) {
    return file.value("processing", "node_not_found_hook").filter("enroll"::equals).isPresent();
  }

  private static Outcome discovery(String value, ConfigurationFile file) {
    if (value.isBlank()) {
      return new NotNeeded("unknown machines are not enrolled");
    }
    return enrols(file)
        ? new Line("assay.auto-discovery.enabled", "true")
        : new LeftOut("only hook enroll has a counterpart: assay.auto-discovery.enabled");
  }

  private static String filter(ConfigurationFile file) {
    return file.value("pxe_filter", "driver").orElse("iptables");
  }

  private static Outcome filter(String value, ConfigurationFile file) {
    return switch (value) {
      case "dnsmasq", "noop" -> new Line("assay.pxe-filter.driver", value);
      case "iptables" -> new Line("assay.pxe-filter.driver", "nftables");
      default ->
          new LeftOut(
              "it is a driver of a plug-in; Assay has dnsmasq, nftables (for iptables), noop");
    };
  }

  private static Conversion ifFiltered(Conversion conversion) {
    return (value, file) ->
        filter(file).equals("noop") ? new NotNeeded(FILTER) : conversion.of(value, file);
  }

  private static Conversion ifFilter(String driver, Conversion conversion) {
    return (value, file) ->
        filter(file).equals(driver) ? conversion.of(value, file) : new NotNeeded(FILTER);
  }

  private static Conversion command(String what) {
    return (value, _) ->
        value.isBlank()
            ? new NotNeeded("it is empty")
            : new LeftOut(
                "the PXE filter does not %s dnsmasq; let its own unit do it".formatted(what));
  }
}
