import * as v from 'valibot';
import type { Answer } from './errors.ts';
import { getFreshSession } from './fresh-session.ts';
import { readRows } from './rpc.ts';

export interface Parent {
  userId: string;
  email: string;
  token: string;
}

/** Returns the signed-in user and renews a session that is about to end. Null if nobody is signed in. */
export async function findParent(): Promise<Parent | null> {
  const session = await getFreshSession();
  return session.state === 'signed_in' ? session : null;
}

const Profiles = v.array(
  v.object({
    family_id: v.nullable(v.string()),
    name: v.nullable(v.string()),
    phone: v.nullable(v.string()),
  }),
);
const Child = v.object({ id: v.string(), name: v.string(), dob: v.string() });
/** `dob` is an ISO date. */
export type OwnChild = v.InferOutput<typeof Child>;

export interface OwnFamily {
  name: string;
  email: string;
  phone: string;
  children: OwnChild[];
}

/**
 * Reads the parent's own data with their token. It reads only what forms need, without health, contacts or consents.
 */
export async function readOwnFamily({ userId, email, token }: Parent): Promise<Answer<OwnFamily>> {
  const profiles = await readRows(
    `profiles?select=family_id,name,phone&id=eq.${encodeURIComponent(userId)}`,
    Profiles,
    token,
  );
  if (!profiles.ok) return profiles;
  const { family_id: family = null, name = null, phone = null } = profiles.value[0] ?? {};
  const parent = { name: name ?? '', email, phone: phone ?? '' };
  if (family === null) return { ok: true, value: { ...parent, children: [] } };
  // Staff can read others' children, so the query names the family.
  const children = await readRows(
    `children?select=id,name,dob&family_id=eq.${family}&status=neq.declined&order=name,id`,
    v.array(Child),
    token,
  );
  return children.ok ? { ok: true, value: { ...parent, children: children.value } } : children;
}
