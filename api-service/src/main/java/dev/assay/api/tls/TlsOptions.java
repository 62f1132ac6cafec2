package dev.assay.api.tls;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * Translates the options assay.api.tls-... to those of Quarkus. With a certificate the port of the
 * API speaks only TLS; a properties file cannot express this condition. Loaded by its name in
 * META-INF/services.
 */
public final class TlsOptions implements ConfigSourceFactory {
  private static final String OURS = "assay.api.tls-";
  private static final String NAME = "assay-api";
  private static final String BUCKET = "quarkus.tls." + NAME + ".";
  private static final int BELOW_FILES_OF_THE_OPERATOR = 251;

  @Override
  public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
    if (given(context, OURS + "certificate") == null) {
      return List.of();
    }
    Map<String, String> options = new HashMap<>();
    options.put("quarkus.http.insecure-requests", "disabled");
    options.put("quarkus.http.ssl-port", "${quarkus.http.port}");
    options.put("quarkus.http.tls-configuration-name", NAME);
    options.put(BUCKET + "key-store.pem.0.cert", "${assay.api.tls-certificate}");
    options.put(BUCKET + "key-store.pem.0.key", "${assay.api.tls-key}");
    return List.of(
        new PropertiesConfigSource(options, "assay.api.tls", BELOW_FILES_OF_THE_OPERATOR));
  }

  private static @Nullable String given(ConfigSourceContext context, String name) {
    ConfigValue value = context.getValue(name);
    return value == null || value.getValue() == null || value.getValue().isBlank()
        ? null
        : value.getValue();
  }
}
