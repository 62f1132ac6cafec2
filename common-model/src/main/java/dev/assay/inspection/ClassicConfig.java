package dev.assay.inspection;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/**
 * Options of the classic Inspector API: where it is served, and what its clients expect. Limits,
 * TLS and authentication are those of assay.api.
 */
@ConfigMapping(prefix = "assay.inspector-compat")
public interface ClassicConfig {
  /** Serve the API below /inspector, and on its own port if that is set. Own option. */
  @WithDefault("true")
  boolean enabled();

  /**
   * A port at which this API alone is served, without a prefix, as clients and ramdisks of the
   * classic service expect it at 5050; 0 for none. It listens at the address of assay.api.host. Own
   * option.
   */
  @WithDefault("0")
  int port();

  /** The address of that port as clients know it, for links. Default: that of the request. */
  Optional<String> publicEndpoint();

  /**
   * The status of a successful POST to /v1/continue: 202, since the data is processed later; 200 or
   * 201 for ramdisks and scripts that insist on one of these. Own option.
   */
  @WithDefault("202")
  int continueStatus();

  /**
   * Whether introspections may power machines on. False where somebody else does: then each must be
   * started with manage_boot=false. Inspector: [DEFAULT]can_manage_boot.
   */
  @WithDefault("true")
  boolean canManageBoot();

  /**
   * Run the rules of /v1/inspection_rules for introspections of this API, too, after its own rules.
   * Own option.
   */
  @WithDefault("false")
  boolean applyNewRules();

  /** The most rules that can be stored; 1 to 10000. Own option. */
  @WithDefault("1000")
  int maxRules();
}
