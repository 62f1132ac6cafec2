/** Questions are answered here, while a client waits. Source: spec conductor.md 1.1, design 2. */
@NullMarked
package dev.assay.conductor.question;

import org.jspecify.annotations.NullMarked;
