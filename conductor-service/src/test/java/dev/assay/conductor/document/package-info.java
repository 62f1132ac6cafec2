@org.jspecify.annotations.NullMarked
package dev.assay.conductor.document;
