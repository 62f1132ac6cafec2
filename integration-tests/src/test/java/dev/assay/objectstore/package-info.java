@org.jspecify.annotations.NullMarked
package dev.assay.objectstore;
