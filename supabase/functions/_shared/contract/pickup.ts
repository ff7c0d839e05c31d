import * as v from 'valibot';

/** The code of a person who may collect. */
export const PickupCode = v.object({
  /** Null if they may collect all children of the family. */
  child_id: v.nullable(v.string()),
  child_name: v.nullable(v.string()),
  name: v.string(),
  relationship: v.nullable(v.string()),
  code: v.string(),
  /** The booking from which alone this person may collect, until a parent confirms them. Otherwise null. */
  only_for: v.nullable(v.string()),
});
export type PickupCode = v.InferOutput<typeof PickupCode>;

/** The owner of the code. Fails with `child_not_found`, `pickup_code_unknown`. */
export const CheckedPickup = v.object({ name: v.string(), relationship: v.nullable(v.string()) });

/** Somebody who must not collect. */
export const BlockedPerson = v.object({ name: v.string(), note: v.nullable(v.string()) });
export type BlockedPerson = v.InferOutput<typeof BlockedPerson>;

/** Fails with `child_not_found`, `collector_is_parent`, `collector_not_found`, `list_full`, `invalid_input` (field). */
export const CollectionRules = v.object({
  alone_from_age: v.number(),
  children: v.array(
    v.object({
      child_id: v.string(),
      name: v.string(),
      may_go_alone: v.boolean(),
      is_old_enough: v.boolean(),
      /**
       * The parent who decided. If it is null although there is a `decided_at`, this person is no longer a parent of
       * the family.
       */
      decided_by: v.nullable(v.string()),
      decided_at: v.nullable(v.string()),
    }),
  ),
  /** People who must not collect. `child_id` is null for all children. */
  blocked: v.array(
    v.object({
      ...BlockedPerson.entries,
      id: v.string(),
      child_id: v.nullable(v.string()),
      child_name: v.nullable(v.string()),
      added_by: v.nullable(v.string()),
      added_at: v.string(),
    }),
  ),
});
export type CollectionRules = v.InferOutput<typeof CollectionRules>;

/** `private.words_of_name` has the same rule: it ignores accents and forms of apostrophes, dashes and wide letters. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[\s.,'’‘ʼ`()/‐‒–—-]+/)
    .filter((word) => word !== '');

/** Returns whether all words of one name occur in the other, as in `private.may_be_same_person`. Only for warnings. */
export function mayBeSamePerson(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.length === 0 || b.length === 0) return false;
  return a.every((word) => b.includes(word)) || b.every((word) => a.includes(word));
}
