import type { ManagementToday, StaffPlace } from '#contract/management.ts';
import type { ChangeImpact } from '#contract/place-changes.ts';
import type { MarkState } from '#contract/roster.ts';
import { nothing } from './roster-examples.ts';

/** A change that affects nobody. */
export const noImpact: ChangeImpact = {
  changed: [],
  children: 0,
  families: 0,
  mails: 0,
  phones: 0,
  waiting: 0,
  held: 0,
  coaches: [],
  concerns: [],
  needs_reason: false,
  busy: [],
};

export const place = (fields: Partial<StaffPlace> = {}): StaffPlace => ({
  kind: 'session',
  id: 'place-1',
  title: 'Red Otter A',
  team: 'red',
  location: 'Somerset',
  coach: null,
  coach_count: 1,
  clashes: [],
  starts_at: '2026-11-21T01:00:00Z',
  ends_at: '2026-11-21T02:00:00Z',
  is_cancelled_by_us: false,
  capacity: 6,
  taken: 0,
  children: [],
  ...fields,
});

export const child = (
  name: string,
  state: MarkState['state'] = 'expected',
  more: Partial<MarkState> = {},
): StaffPlace['children'][number] => ({
  child_id: `id-${name}`,
  family_id: `family-${name}`,
  entry_id: `b-${name}`,
  name,
  age: 8,
  level: 2,
  is_new: false,
  mark: { ...nothing, state, ...more },
});

/** A day without sessions and without open tasks. */
export const quietDay: ManagementToday = {
  now: '2026-11-21T00:00:00Z',
  at: '2026-11-21T00:00:00Z',
  day: '2026-11-21',
  places: [],
  health_notes: 0,
  health_unknown: 0,
  decisions: { count: 0, first: [] },
  offers: { count: 0, first: [] },
  leads: { count: 0, first: [] },
  first_aid: { count: 0, first: [] },
  growth_reports: { count: 0, first: [] },
  bounced_mails: { count: 0, first: [] },
  unreached: { count: 0, first: [] },
  tasks: { count: 0, first: [] },
  parties: [],
  uncovered: { count: 0, first: [] },
  not_on_sale: { count: 0, first: [] },
  health: {
    alerts: [],
    books: { discrepancies: 0, rules: {}, at: '2026-11-21T00:00:00Z' },
    publish: { site: 'built', reason: null, built_at: '2026-11-20T23:00:00Z', wishes: 0, refused: [] },
    late_chores: [],
    mails_failed: 0,
  },
};
