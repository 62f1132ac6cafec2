package dev.assay.api.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The resource with the field table that a test is about; see {@link SpecField}. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface SpecTable {
  /** For example "/spec/node-fields.csv". */
  String value();
}
