/** The roles in order of importance. A person's primary role is the first one that they have (spec 1 §6). */
const order = ['business_admin', 'admin', 'coach', 'marketer', 'customer'] as const;

export type Role = (typeof order)[number];

export const roles: readonly Role[] = order;

/** Returns the primary role. A person who has no roles is a customer. */
export const primaryRole = (held: readonly Role[]): Role =>
  order.find((role) => held.includes(role)) ?? 'customer';

export const isStaff = (held: readonly Role[]): boolean => held.some((role) => role !== 'customer');
