/** Whoever holds several is first of all the first of these (spec 1 §6). */
const order = ['business_admin', 'admin', 'coach', 'customer'] as const;

export type Role = (typeof order)[number];

export const roles: readonly Role[] = order;

/** Who holds none is a customer. */
export const primaryRole = (held: readonly Role[]): Role =>
  order.find((role) => held.includes(role)) ?? 'customer';

export const isStaff = (held: readonly Role[]): boolean => held.some((role) => role !== 'customer');
