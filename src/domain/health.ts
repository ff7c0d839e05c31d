/** A child's health, for components that several features share. */
export type { HealthAnswer, RosterHealth } from '#contract/health.ts';
