import * as v from 'valibot';
import { count } from './numbers.ts';

/**
 * First aid over several days, for the family's page, the staff's list and today's open cases. Days are in Singapore.
 */

const text = v.nullable(v.string());
const day = v.pipe(v.string(), v.isoDate());

const entry = {
  id: v.string(),
  child_id: v.string(),
  child_name: v.string(),
  day,
  happened_at: v.string(),
  title: v.string(),
  location: v.string(),
  injury: v.string(),
  treatment: v.string(),
  parent_informed_at: text,
  written_by: text,
};

export const FamilyFirstAid = v.array(v.object(entry));
export type FamilyFirstAid = v.InferOutput<typeof FamilyFirstAid>;

export const StaffFirstAidRow = v.object({ ...entry, family_id: v.string(), parent_informed_by: text });
export type StaffFirstAidRow = v.InferOutput<typeof StaffFirstAidRow>;

export const firstAidSorts = ['-happened', 'happened'] as const;

/** `count` stops at 1000, and `more` tells whether there are more; null on later pages. `next`: the next `p_after`. */
export const StaffFirstAid = v.object({
  rows: v.array(StaffFirstAidRow),
  next: text,
  count: v.nullable(count),
  more: v.nullable(v.boolean()),
});
export type StaffFirstAid = v.InferOutput<typeof StaffFirstAid>;

/** When a parent was told, and who recorded it. */
export const ParentInformed = v.object({
  id: v.string(),
  parent_informed_at: v.string(),
  parent_informed_by: text,
});

/** An entry of which no parent has been told yet, with the parents to call. */
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
