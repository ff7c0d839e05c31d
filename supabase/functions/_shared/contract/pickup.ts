import * as v from 'valibot';

/** The pick-up code of a person who may collect. */
export const PickupCode = v.object({
  /** Null if the person may collect all children of the family. */
  child_id: v.nullable(v.string()),
  child_name: v.nullable(v.string()),
  name: v.string(),
  relationship: v.nullable(v.string()),
  code: v.string(),
  /**
   * The only booking from which this person may collect until a parent confirms them. Null if there is no such limit.
   */
  only_for: v.nullable(v.string()),
});
export type PickupCode = v.InferOutput<typeof PickupCode>;

/** The owner of the code. The call can fail with `child_not_found` or `pickup_code_unknown`. */
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
       * The parent who decided. If this is null although there is a `decided_at`, the person is no longer a parent of
       * the family.
       */
      decided_by: v.nullable(v.string()),
      decided_at: v.nullable(v.string()),
    }),
  ),
  /** People who must not collect. `child_id` is null if this is about all children. */
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

/**
 * Returns the words of a name as `private.words_of_name` does. It ignores accents, forms of apostrophes and dashes,
 * and wide letters.
 */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[\s.,'’‘ʼ`()/‐‒–—-]+/)
    .filter((word) => word !== '');

/**
 * Returns whether all words of one name occur in the other, as `private.may_be_same_person` does. It is only for
 * warnings.
 */
export function mayBeSamePerson(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.length === 0 || b.length === 0) return false;
  return a.every((word) => b.includes(word)) || b.every((word) => a.includes(word));
}
