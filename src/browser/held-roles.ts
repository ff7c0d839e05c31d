import { atom } from 'nanostores';
import type { Role } from '#domain/role.ts';

/**
 * The roles of the person who uses this staff screen, as its guard found them; null while they are not known. The parts
 * around the screen depend on them.
 */
export const $heldRoles = atom<readonly Role[] | null>(null);
