/**
 * What the security helper says when a secured call is not made (spec 1 §8), by the code of its refusal: function logs
 * and staff screens say the same.
 */
export const securityTexts = {
  rate_limited: 'Rate limit exceeded',
  not_allowed: 'Insufficient permissions',
} as const;

/** Roles of `user_roles` (spec 1 §3). */
export type Role = 'customer' | 'coach' | 'admin' | 'business_admin';
