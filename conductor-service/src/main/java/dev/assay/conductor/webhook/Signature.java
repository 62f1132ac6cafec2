package dev.assay.conductor.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The header by which a receiver knows that a request is from here, unchanged and new: {@code
 * t=TIME,v1=HEX}, where HEX is the HMAC-SHA256 (RFC 2104) of {@code TIME.BODY} with the secret of
 * the webhook, and TIME is in seconds since 1970. Source: spec api.md 9.16.
 */
final class Signature {
  private static final String ALGORITHM = "HmacSHA256";

  private Signature() {}

  static String of(byte[] body, String secret, Instant now) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
      mac.update((now.getEpochSecond() + ".").getBytes(StandardCharsets.UTF_8));
      return "t=%d,v1=%s"
          .formatted(now.getEpochSecond(), HexFormat.of().formatHex(mac.doFinal(body)));
    } catch (GeneralSecurityException e) {
      throw new LinkageError("every Java has " + ALGORITHM, e);
    }
  }
}
