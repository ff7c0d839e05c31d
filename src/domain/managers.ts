import type { Role } from './role.ts';

/** Those who manage (spec 1 §6). */
export const managerRoles: readonly Role[] = ['admin', 'business_admin'];
