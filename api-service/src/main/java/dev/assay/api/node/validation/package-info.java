/** Whether the interfaces of a node can work. Source: spec api.md 9.9. */
@NullMarked
package dev.assay.api.node.validation;

import org.jspecify.annotations.NullMarked;
