import { atom } from 'nanostores';
import type { Role } from '#domain/role.ts';

/** As the screen's guard found them; null while they are not known. */
export const $heldRoles = atom<readonly Role[] | null>(null);
