import { brand } from '../../supabase/functions/_shared/contract/brand.ts';
/** Payloads of mails about a child's day: who collected it, details that are missing, and first aid. */
const parent = { parent_name: 'Mei Tan' };
const child = { child_name: 'Kai', day: '2026-11-28', title: 'Spark Camp', location: 'Bishan' };

export const gateMails = {
  hand_over: (['other_person', 'alone', 'blocked_person', 'not_handed_over', 'taken_back'] as const).flatMap(
    (kind) => [
      {
        ...parent,
        ...child,
        kind,
        at: '2026-11-28T10:30:00.000Z',
        person: 'Uncle Ben',
        id_checked: true,
        parent_called: true,
        concerns: kind === 'alone' ? ['too_young', 'no_consent'] : [],
        reason: 'Both parents are on a flight',
        staff: `Coach ${brand.product}`,
      },
      {
        ...child,
        parent_name: null,
        kind,
        at: '2026-11-28T10:30:00.000Z',
        person: null,
        id_checked: false,
        parent_called: false,
        concerns: [],
        reason: null,
        staff: null,
      },
    ],
  ),
  details_requested: [
    { ...parent, ...child, manage_token: '0123456789abcdef0123456789abcdef' },
    { ...child },
    { ...parent, child_name: 'Kai', missing: ['health', 'emergency_contact'] },
    { ...parent, child_name: 'Kai', missing: ['emergency_contact'] },
  ],
  growth_report: [
    {
      ...parent,
      report_id: '00000000-0000-4000-8000-000000000001',
      child_name: 'Kai',
      title: 'Ignite Camp',
      location: 'Bishan',
      first_day: '2026-11-09',
      last_day: '2026-11-13',
    },
  ],
  first_aid: [true, false].map((parent_informed) => ({ ...parent, ...child, parent_informed })),
};
