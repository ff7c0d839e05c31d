/** What is known of a child's health, for parts of the screen that several features draw. */
export type { HealthAnswer, RosterHealth } from '#contract/health.ts';
