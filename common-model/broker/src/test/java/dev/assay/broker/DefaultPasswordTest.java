package dev.assay.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.connection.ConnectionCheck;
import io.smallrye.config.WithDefault;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DefaultPasswordTest {
  @Test
  void the_password_that_is_refused_for_other_hosts_is_the_default() throws Exception {
    var password = BrokerConfig.class.getMethod("password").getAnnotation(WithDefault.class);
    assertThat(password.value()).isEqualTo(ConnectionCheck.BROKER_PASSWORD);
  }
}
