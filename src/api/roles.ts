import * as v from 'valibot';
import { developer, isDeveloperMode } from '#browser/developer.ts';
import type { Member } from '#domain/access.ts';
import { roles } from '#domain/role.ts';
import type { Answer } from './errors.ts';
import { readRows } from './rpc.ts';
import type { Role } from '#domain/role.ts';

const Rows = v.array(
  v.object({ role: v.picklist(roles), needs_second_factor: v.optional(v.nullable(v.boolean()), false) }),
);

/**
 * Reads the member's roles. They are only for display and navigation, because the database decides what is allowed.
 */
export async function fetchRoles(member: Member): Promise<Answer<Role[]>> {
  const answer = await fetchStandings(member);
  return answer.ok ? { ok: true, value: answer.value.map(({ role }) => role) } : answer;
}

/**
 * Reads the roles and their state. `needs_second_factor` means that the role counts only once this session has a
 * second factor.
 */
export const fetchStandings = async ({ userId, token }: Member) => {
  if (import.meta.env.DEV && isDeveloperMode())
    return {
      ok: true as const,
      value: developer.roles.map((role) => ({ role, needs_second_factor: false })),
    };
  return readRows(
    `user_roles?select=role,needs_second_factor&user_id=eq.${encodeURIComponent(userId)}`,
    Rows,
    token,
  );
};
