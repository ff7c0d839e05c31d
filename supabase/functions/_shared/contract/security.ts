/** Messages for calls that are refused before they are made (spec 1 §8). */
export const securityTexts = {
  rate_limited: 'Rate limit exceeded',
  not_allowed: 'Insufficient permissions',
} as const;

/** The roles of `user_roles` (spec 1 §3). */
export type Role = 'customer' | 'marketer' | 'coach' | 'admin' | 'business_admin';
