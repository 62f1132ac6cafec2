package dev.assay.api.lookup;

import dev.assay.api.http.Masking;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Creates and checks agent tokens: the secret that a ramdisk's agent and the service share. A token
 * is disclosed once; only its hash is stored. Source: spec conductor.md 5.
 */
@ApplicationScoped
public class AgentTokens {
  private static final int BYTES = 32; // 43 characters

  private final NodeLease lease;
  private final SecureRandom random = new SecureRandom();

  AgentTokens(NodeLease lease) {
    this.lease = lease;
  }

  /**
   * A new token, stored as its hash, for a node that has none; else the mask. NODE_LOCKED when a
   * token must be created while a conductor works on the node. {@code node} was loaded for update.
   */
  public String tell(Node node) {
    if (node.agentTokenHash() != null) {
      return Masking.MASK;
    }
    lease.requireFree(node);
    var bytes = new byte[BYTES];
    random.nextBytes(bytes);
    var token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    node.agentToken(hash(token));
    return token;
  }

  /** True when {@code token} has this hash; takes the same time for every wrong token. */
  static boolean matches(@Nullable String hash, String token) {
    return hash != null
        && MessageDigest.isEqual(
            hash.getBytes(StandardCharsets.US_ASCII),
            hash(token).getBytes(StandardCharsets.US_ASCII));
  }

  /** SHA-256 in hex: the token is random enough not to need a slow hash. */
  static String hash(String token) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
