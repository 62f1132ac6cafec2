package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hook.InspectionHook;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every class that implements an SPI must be registered for ServiceLoader. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ServicesTest {
  @ParameterizedTest
  @ValueSource(classes = {InspectionHook.class, HardwareDriver.class})
  void every_class_of_an_spi_is_listed(Class<?> spi) {
    var listed =
        ServiceLoader.load(spi).stream().map(provider -> provider.type().getName()).toList();
    List<String> written =
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.assay.conductor")
                .stream()
                .filter(type -> type.isAssignableTo(spi))
                .filter(type -> !type.isInterface())
                .filter(JavaClass::isTopLevelClass) // others wrap a driver
                .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .map(JavaClass::getName)
                .toList();

    assertThat(written).isNotEmpty();
    assertThat(listed)
        .as("add the missing line to src/main/resources/META-INF/services/%s", spi.getName())
        .containsAll(written);
  }
}
