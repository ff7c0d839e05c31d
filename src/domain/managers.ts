import type { Role } from './role.ts';

/** Those who manage (spec 1 §6). */
export const managerRoles: readonly Role[] = ['admin', 'business_admin'];

export const manages = (held: readonly Role[]): boolean => held.some((role) => managerRoles.includes(role));
