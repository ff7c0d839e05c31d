import { ConsentText } from '#contract/orders.ts';
import * as v from 'valibot';
import type { ConsentEntry, ConsentPurpose } from '#domain/consents.ts';
import type { Answer } from './errors.ts';
import { asMember } from './as-member.ts';
import { callRpc, readRows } from './rpc.ts';

/** The current texts, and the answers of this family and its parent. The newest answer comes first. */
export interface FamilyConsents {
  texts: ReadonlyMap<ConsentPurpose, ConsentText>;
  entries: readonly ConsentEntry[];
}

const Entry = v.object({
  id: v.number(),
  child_id: v.nullable(v.string()),
  user_id: v.nullable(v.string()),
  purpose: ConsentText.entries.purpose,
  version: v.number(),
  given: v.boolean(),
  source: v.picklist(['account', 'checkout', 'staff', 'merge', 'mail', 'phone']),
  created_at: v.string(),
  repeat_details_request: v.boolean(),
});
const MAX_ENTRIES = 500;

/** The query names this family and user, because an admin who is also a parent can read other families' consents. */
export function readConsents(userId: string, familyId: string | null): Promise<Answer<FamilyConsents>> {
  const filter =
    familyId === null ? `user_id=eq.${userId}` : `or=(family_id.eq.${familyId},user_id.eq.${userId})`;
  return asMember(async (token) => {
    const [texts, entries] = await Promise.all([
      readRows('consent_texts?select=purpose,version,title,body&order=version', v.array(ConsentText), token),
      readRows(
        `consents?select=id,child_id,user_id,purpose,version,given,source,created_at,repeat_details_request&${filter}&order=created_at.desc,id.desc&limit=${MAX_ENTRIES}`,
        v.array(Entry),
        token,
      ),
    ]);
    if (!texts.ok) return texts;
    if (!entries.ok) return entries;
    // Rows are ordered by version, so the last row of a purpose is the current text.
    const current = new Map(texts.value.map((text) => [text.purpose, text]));
    return { ok: true, value: { texts: current, entries: entries.value } };
  });
}

export interface ConsentAnswer {
  purpose: ConsentPurpose;
  given: boolean;
  version: number;
  childId: string | null;
}

/** Saves a consent. Fails with `consent_text_changed`, `child_not_found` or `family_not_found`. */
export const recordConsent = ({
  purpose,
  given,
  version,
  childId,
}: ConsentAnswer): Promise<Answer<unknown>> =>
  asMember((token) =>
    callRpc(
      'record_consent',
      { p_purpose: purpose, p_given: given, p_version: version, p_child_id: childId },
      v.object({ given: v.boolean() }),
      token,
    ),
  );
