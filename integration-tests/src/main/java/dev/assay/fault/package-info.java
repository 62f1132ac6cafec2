/**
 * Fault injection: breaks a whole installation by a seeded schedule, or upgrades it, and checks
 * what is stored against what clients were told; measures how soon the work of a killed conductor
 * goes on.
 */
@NullMarked
package dev.assay.fault;

import org.jspecify.annotations.NullMarked;
