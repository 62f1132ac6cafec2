package dev.assay.api.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Runs a test with the rows of the table that its class names by {@link SpecTable}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(SpecRows.Source.class)
public @interface SpecRows {
  /** Which of them. */
  Which value();

  /** The rows that a rule is about. */
  enum Which {
    MAX_SHOWN,
    NEVER_SHOWN,
    CREATABLE,
    NOT_CREATABLE,
    PATCHABLE,
    NOT_PATCHABLE,
    STATE_BOUND;

    private boolean has(SpecField row) {
      return switch (this) {
        case MAX_SHOWN -> row.shown();
        case NEVER_SHOWN -> !row.shown();
        case CREATABLE -> row.creatable();
        case NOT_CREATABLE -> !row.creatable();
        case PATCHABLE -> row.patchable();
        case NOT_PATCHABLE -> !row.patchable();
        case STATE_BOUND -> row.stateBound();
      };
    }
  }

  /** Reads the table. */
  final class Source implements ArgumentsProvider, AnnotationConsumer<SpecRows> {
    private Which which = Which.MAX_SHOWN;

    @Override
    public void accept(SpecRows rows) {
      which = rows.value();
    }

    @Override
    public Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      var table = context.getRequiredTestClass().getAnnotation(SpecTable.class);
      return SpecField.table(table.value()).stream().filter(which::has).map(Arguments::of);
    }
  }
}
