import * as v from 'valibot';
import type { Answer } from './errors.ts';
import { freshSession } from './fresh-session.ts';
import { readRows } from './rpc.ts';

/** Who is signed in. */
export interface Parent {
  userId: string;
  email: string;
  token: string;
}

/** Who is signed in; a session that is about to end is renewed first, by the full client. Null: nobody any more. */
export async function findParent(): Promise<Parent | null> {
  const session = await freshSession();
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
/** `dob`: ISO date. */
export type OwnChild = v.InferOutput<typeof Child>;

/** What an account says of who fills in a form: how to reach them (E.164), and their children by name. */
export interface OwnFamily {
  name: string;
  email: string;
  phone: string;
  children: OwnChild[];
}

/** The parent's own, by their token; no more than forms fill in: nothing of health, contacts or consents. */
export async function readOwnFamily({ userId, email, token }: Parent): Promise<Answer<OwnFamily>> {
  const profiles = await readRows(
    `profiles?select=family_id,name,phone&id=eq.${encodeURIComponent(userId)}`,
    Profiles,
    token,
  );
  if (!profiles.ok) return profiles;
  const { family_id: family = null, name = null, phone = null } = profiles.value[0] ?? {};
  const own = { name: name ?? '', email, phone: phone ?? '' };
  if (family === null) return { ok: true, value: { ...own, children: [] } };
  // By family: staff may read others' too. A child that the family said is not theirs is kept for its bookings alone.
  const children = await readRows(
    `children?select=id,name,dob&family_id=eq.${family}&standing=neq.declined&order=name,id`,
    v.array(Child),
    token,
  );
  return children.ok ? { ok: true, value: { ...own, children: children.value } } : children;
}
