import { atom } from 'nanostores';
import type { Role } from '#domain/role.ts';

/**
 * The roles of whoever uses this staff screen, as its guard found them; null while they are not known. For what is
 * shown around the screen, which only the guard may decide.
 */
export const $heldRoles = atom<readonly Role[] | null>(null);
