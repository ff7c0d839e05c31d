import * as v from 'valibot';

/**
 * A person in a proposal. A proposal came with an order, and the family keeps it only if a parent accepts it
 * (`family_proposals`).
 */
const Person = v.object({
  name: v.string(),
  relationship: v.optional(v.nullable(v.string()), null),
  phone: v.optional(v.nullable(v.string()), null),
});
/** The order that contained the proposal. */
const Source = v.object({
  number: v.string(),
  parent_name: v.nullable(v.string()),
  paid_at: v.nullable(v.string()),
});
const commonFields = {
  id: v.string(),
  child_id: v.nullable(v.string()),
  created_at: v.string(),
  /**
   * Where the value is used until a parent decides: nowhere (`none`), for the order's own bookings (`order`) or
   * everywhere (`all`).
   */
  effect: v.picklist(['none', 'order', 'all']),
  order: v.nullable(Source),
};
/** A proposed value, which is a text, a date as text, a number, or true or false. */
const ProposedValue = v.nullable(v.union([v.string(), v.boolean(), v.number()]));

export const Proposal = v.variant('kind', [
  v.object({
    ...commonFields,
    kind: v.literal('person'),
    value: v.object({ name: v.string(), dob: v.string() }),
  }),
  v.object({
    ...commonFields,
    kind: v.picklist(['child', 'health', 'behaviour']),
    field: v.string(),
    value: ProposedValue,
  }),
  v.object({
    ...commonFields,
    kind: v.picklist(['emergency_contact', 'pickup_authorization']),
    value: Person,
  }),
  v.object({
    ...commonFields,
    kind: v.literal('consent'),
    field: v.picklist(['terms', 'activity', 'liability', 'medical', 'photo', 'marketing']),
    value: v.object({ given: v.boolean(), version: v.number() }),
  }),
]);
export type Proposal = v.InferOutput<typeof Proposal>;

/**
 * Separates details that are already in use from the others. Details about a new child are used before a parent has
 * confirmed them.
 */
export function splitByUse(proposals: readonly Proposal[]): { alreadyUsed: Proposal[]; open: Proposal[] } {
  const children = new Set(proposals.flatMap(({ effect, child_id }) => (effect === 'all' ? child_id : [])));
  const isAlreadyUsed = ({ effect, child_id }: Proposal) => effect !== 'none' && children.has(child_id);
  return {
    alreadyUsed: proposals.filter(isAlreadyUsed),
    open: proposals.filter((proposal) => !isAlreadyUsed(proposal)),
  };
}

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
