@org.jspecify.annotations.NullMarked
package dev.assay.standalone.inspectorimport;
