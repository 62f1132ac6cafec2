@org.jspecify.annotations.NullMarked
package dev.assay.broker;
