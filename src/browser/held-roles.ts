import { atom } from 'nanostores';
import type { Role } from '#domain/role.ts';

/** The user's roles as the screen's guard read them. The value is null until they are read. */
export const $heldRoles = atom<readonly Role[] | null>(null);
