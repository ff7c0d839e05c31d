import * as v from 'valibot';

/** What came with a guest's purchase, and is true only once a parent says so (`family_proposals`). */
const Person = v.object({
  name: v.string(),
  relationship: v.optional(v.nullable(v.string()), null),
  phone: v.optional(v.nullable(v.string()), null),
});
const common = { id: v.string(), child_id: v.nullable(v.string()), created_at: v.string() };
/** A field's value: text, a date as text, or yes and no. */
const Told = v.nullable(v.union([v.string(), v.boolean(), v.number()]));

export const Proposal = v.variant('kind', [
  v.object({ ...common, kind: v.literal('person'), value: v.object({ name: v.string(), dob: v.string() }) }),
  v.object({ ...common, kind: v.picklist(['child', 'health', 'behaviour']), field: v.string(), value: Told }),
  v.object({ ...common, kind: v.picklist(['emergency_contact', 'pickup_authorization']), value: Person }),
  v.object({
    ...common,
    kind: v.literal('consent'),
    field: v.picklist(['terms', 'activity', 'liability', 'medical', 'photo', 'marketing']),
    value: v.object({ given: v.boolean(), version: v.number() }),
  }),
]);
export type Proposal = v.InferOutput<typeof Proposal>;

/** Whose child it is comes first; what is told of a child only makes sense once it is one. */
export function groupByChild(proposals: readonly Proposal[]): { childId: string | null; all: Proposal[] }[] {
  const groups = new Map<string | null, Proposal[]>();
  for (const proposal of proposals) {
    const all = groups.get(proposal.child_id) ?? [];
    groups.set(proposal.child_id, all);
    if (proposal.kind === 'person') all.unshift(proposal);
    else all.push(proposal);
  }
  return [...groups]
    .map(([childId, all]) => ({ childId, all }))
    .sort((a, b) => Number(b.all[0]?.kind === 'person') - Number(a.all[0]?.kind === 'person'));
}
