import * as v from 'valibot';
import type { Member } from '../domain/access.ts';
import { roles } from '../domain/role.ts';
import type { Answer } from './errors.ts';
import { readRows } from './rpc.ts';
import type { Role } from '../domain/role.ts';

const Rows = v.array(v.object({ role: v.picklist(roles) }));

/** The roles that the member holds (`user_roles`); for show and for the way, never for what is allowed. */
export async function fetchRoles({ userId, token }: Member): Promise<Answer<Role[]>> {
  const answer = await readRows(
    `user_roles?select=role&user_id=eq.${encodeURIComponent(userId)}`,
    Rows,
    token,
  );
  return answer.ok ? { ok: true, value: answer.value.map(({ role }) => role) } : answer;
}
