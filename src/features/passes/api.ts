import { Eligibility } from '#contract/passes.ts';
import * as v from 'valibot';
import { timing } from '../../config/timing.ts';
import { fromFunction, type Answer } from '../../api/errors.ts';
import { call } from '../../api/http.ts';
import { readRows } from '../../api/rpc.ts';
import { freshSession } from '../../api/fresh-session.ts';

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

const Families = v.array(v.object({ family_id: v.nullable(v.string()) }));
const Children = v.array(v.object({ id: v.string(), name: v.string() }));
export type Child = v.InferOutput<typeof Children>[number];

/** The parent's own children, by name. By family: staff may read others' too. */
export async function readChildren({ userId, token }: Parent): Promise<Answer<Child[]>> {
  const families = await readRows(
    `profiles?select=family_id&id=eq.${encodeURIComponent(userId)}`,
    Families,
    token,
  );
  if (!families.ok) return families;
  const family = families.value[0]?.family_id;
  if (!family) return { ok: true, value: [] };
  return readRows(`children?select=id,name&family_id=eq.${family}&order=name,id`, Children, token);
}

export interface Wish {
  passType: string;
  childId: string;
}

export const validateEligibility = ({ passType, childId }: Wish, { email, token }: Parent) =>
  call({
    path: '/functions/v1/validate-pass-eligibility',
    body: { userEmail: email, passType, isAuthenticated: true, childId },
    schema: Eligibility,
    readError: fromFunction,
    token,
  });

/** An answer without an address is one of the specification's own cases (spec 2 §8). */
const Created = v.object({ url: v.nullish(v.string()) });

export const createCheckout = (wish: Wish, { token }: Parent) =>
  call({
    path: '/functions/v1/create-pass-checkout',
    body: wish,
    schema: Created,
    readError: fromFunction,
    token,
    timeoutMs: timing.PAYMENT_TIMEOUT_MS,
  });
