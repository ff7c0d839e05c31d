import type { Role } from './role.ts';

/** Roles of managers (spec 1 §6). */
export const managerRoles: readonly Role[] = ['admin', 'business_admin'];

export const manages = (held: readonly Role[]): boolean => held.some((role) => managerRoles.includes(role));
