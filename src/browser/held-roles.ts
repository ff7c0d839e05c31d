import { atom } from 'nanostores';
import type { Role } from '#domain/role.ts';

/** The user's roles as the screen's guard read them. They are null until then. */
export const $heldRoles = atom<readonly Role[] | null>(null);
