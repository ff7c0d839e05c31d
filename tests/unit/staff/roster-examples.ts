import type { RosterEntry } from '#contract/roster.ts';
import type { MarkState, RosterState } from '#contract/roster.ts';

export const nothing: MarkState = {
  ...{ state: 'expected', changed_at: null, last_mark: null, marked_by: null, decided_by: null },
  ...{ checked_in_at: null, is_late: false, checked_out_at: null, collected_by: null, handed_to: null },
  ...{ by_code: false, concerns: [], is_confirmed: false, reason: null, not_handed_over: null },
  ...{ note: null, noted_at: null, latest: [], differing: [] },
};

export const kai: RosterEntry['children'][number] = {
  ...{ booking_id: 'b-kai', enrollment_id: null, child_id: 'kai', name: 'Kai Tan', age: 8, is_new: false },
  ...{ current_level: 2, experience_level: null, overnight: null, attended: null },
  ...{ first_aid: [], pickup_authorizations: [], parents: [{ name: 'Lena Tan', phone: '+6591234567' }] },
  emergency_contacts: [{ name: 'Granny Tan', relationship: 'Grandmother', phone: '+6591001000' }],
  health: {
    ...{ state: 'reported', at: '2029-12-01T04:00:00.000Z', by: 'Lena Tan', allergies: ['Peanuts'] },
    ...{ medicines: ['EpiPen'], conditions: [], help: [], emergency: 'Call 995 first', unconfirmed: [] },
  },
  ...{ blocked_collectors: [], collecting_parents: [{ name: 'Mei Tan', phone: '+6591234567' }] },
  going_alone: 'allowed',
};

export const morning: RosterEntry = {
  ...{
    kind: 'session',
    session_id: 's1',
    camp_id: null,
    session_date: '2030-01-12',
    session_time: '09:00:00',
  },
  ...{ starts_at: '2030-01-12T01:00:00.000Z', ends_at: '2030-01-12T02:00:00.000Z', team: 'red' },
  ...{ status: 'scheduled', max_capacity: 6, class_type: 'Red Otter A', location: 'Somerset' },
  ...{ coach: 'Coach Otter', coaches: [{ id: 'c1', name: 'Coach Otter' }], mine: true, children: [kai] },
};

export const stateAt = (now: string, kaiIs: Partial<MarkState> = {}): RosterState => ({
  ...{ day: '2030-01-12', now, ends_at: '2030-01-12T16:00:00.000Z' },
  entries: [{ ...nothing, ...kaiIs, entry_id: 'b-kai', place_id: 's1' }],
});
