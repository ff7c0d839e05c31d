import type { Role } from './role.ts';

export const managerRoles: readonly Role[] = ['admin', 'business_admin'];

export const hasManagerRole = (roles: readonly Role[]): boolean =>
  roles.some((role) => managerRoles.includes(role));
