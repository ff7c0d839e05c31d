export type { HealthAnswer, RosterHealth } from '#contract/health.ts';
