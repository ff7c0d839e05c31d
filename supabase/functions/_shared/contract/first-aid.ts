import * as v from 'valibot';
import { count } from './numbers.ts';

/**
 * First aid over several days: the family's page (`get_family_first_aid`), the staff's list (`list_first_aid`,
 * `set_parent_informed`) and today's open cases (`get_management_today`). Times as ISO 8601, days in Singapore.
 */

const text = v.nullable(v.string());
const day = v.pipe(v.string(), v.isoDate());

const entry = {
  id: v.string(),
  child_id: v.string(),
  child_name: v.string(),
  day,
  happened_at: v.string(),
  /** The class or camp, and its place. */
  title: v.string(),
  location: v.string(),
  injury: v.string(),
  treatment: v.string(),
  /** When staff recorded that they had informed a parent; null if not yet. */
  parent_informed_at: text,
  written_by: text,
};

export const FamilyFirstAid = v.array(v.object(entry));
export type FamilyFirstAid = v.InferOutput<typeof FamilyFirstAid>;

export const StaffFirstAidRow = v.object({ ...entry, family_id: v.string(), parent_informed_by: text });
export type StaffFirstAidRow = v.InferOutput<typeof StaffFirstAidRow>;

export const firstAidSorts = ['-happened', 'happened'] as const;

/** `count` goes up to a thousand, and `more` means that there are more; both are null on later pages. */
export const StaffFirstAid = v.object({
  rows: v.array(StaffFirstAidRow),
  next: text,
  count: v.nullable(count),
  more: v.nullable(v.boolean()),
});
export type StaffFirstAid = v.InferOutput<typeof StaffFirstAid>;

/** Answer of `set_parent_informed`. Refuses `first_aid_not_found`. */
export const ParentInformed = v.object({
  id: v.string(),
  parent_informed_at: v.string(),
  parent_informed_by: text,
});

/** A case that no parent was informed about yet, without what happened. */
export const OpenFirstAid = v.object({
  id: v.string(),
  child_name: v.string(),
  day,
  happened_at: v.string(),
  title: v.string(),
  location: v.string(),
  written_by: text,
  parents: v.array(v.object({ name: v.string(), phone: text })),
});
export type OpenFirstAid = v.InferOutput<typeof OpenFirstAid>;
