import type { Role } from './role.ts';

export const managerRoles: readonly Role[] = ['admin', 'business_admin'];

export const manages = (held: readonly Role[]): boolean => held.some((role) => managerRoles.includes(role));
