import * as v from 'valibot';
import { listPage } from './list-page.ts';

/** First aid for the family's home page, the staff's list and the open cases of today. Days are in Singapore. */

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

export const StaffFirstAid = listPage(StaffFirstAidRow);
export type StaffFirstAid = v.InferOutput<typeof StaffFirstAid>;

/** When a parent was told, and who recorded it. */
export const ParentInformed = v.object({
  id: v.string(),
  parent_informed_at: v.string(),
  parent_informed_by: text,
});

/** An entry about which no parent has been told yet, with the parents to call. */
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
