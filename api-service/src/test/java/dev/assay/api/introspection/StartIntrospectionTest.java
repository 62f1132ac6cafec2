package dev.assay.api.introspection;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.error.AssayException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StartIntrospectionTest {
  @Test
  void managed_boot_is_refused_where_an_installation_cannot_manage_it() {
    assertThatCode(() -> StartIntrospection.requireManagedBoot(true)).doesNotThrowAnyException();
    assertThatThrownBy(() -> StartIntrospection.requireManagedBoot(false))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("Managed boot is requested, but this installation cannot manage boot")
        .hasMessageContaining("manage_boot=false");
  }
}
