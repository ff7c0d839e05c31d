import { OfferTerms } from '#contract/quotes.ts';
import * as v from 'valibot';
import { readRows } from '#api/rpc.ts';
import { getFreshSession } from '#api/fresh-session.ts';
import { isUuid } from '#domain/uuid.ts';

export const readTiers = () =>
  readRows('offers?select=id,kind,title,details&kind=eq.camp_tier', v.array(OfferTerms));

const Child = v.object({ id: v.string(), name: v.string(), dob: v.string() });

/** Reads a child. Returns null for a visitor or after a failure. The parent then types the child's details. */
export async function readChild(id: string): Promise<v.InferOutput<typeof Child> | null> {
  if (!isUuid(id)) return null;
  const session = await getFreshSession();
  if (session.state !== 'signed_in') return null;
  const answer = await readRows(`children?select=id,name,dob&id=eq.${id}`, v.array(Child), session.token);
  return answer.ok ? (answer.value[0] ?? null) : null;
}
