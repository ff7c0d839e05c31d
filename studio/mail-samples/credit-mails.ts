import { brand } from '../../supabase/functions/_shared/contract/brand.ts';
const mailBase = { parent_name: 'Mei Tan', at: '2026-11-24T02:31:00.000Z' };
const link = { manage_token: 'abc123' };
const passWithCredits = { child_name: 'Kai', title: 'Term', credits: 3, valid_until: '2026-12-31' };
const changedPass = { parent_name: 'Mei Tan', child_name: 'Kai', title: 'Term' };
const pausedPass = {
  ...changedPass,
  at: mailBase.at,
  first_day: '2026-12-01',
  last_day: '2026-12-10',
  left_places: [],
};
const renewal = {
  parent_name: 'Mei Tan',
  child_name: 'Kai',
  title: 'Flexi',
  price_cents: 16_700,
  current_period_end: '2027-01-02T00:00:00.000Z',
};

/** Payloads of mails after a family has used its passes. `leftSessions` are classes that Kai moved away from. */
export function creditMails(
  session: object | null,
  otherSession: object,
  leftSessions: object[],
): Record<string, object[]> {
  const kai = {
    session,
    children: ['Kai'],
    order_number: 'OT-4K7M',
    credit_returns_until: '2026-11-27T02:30:00.000Z',
  };
  const lia = {
    session: otherSession,
    children: ['Lia'],
    order_number: 'OT-5L8N',
    credit_returns_until: '2026-11-28T02:30:00.000Z',
  };
  const soonClass = {
    ...kai,
    session: {
      ...otherSession,
      class_type: `Red ${brand.product} C`,
      session_id: '5e551000-0000-4000-8000-000000000010',
      session_date: '2026-11-24',
    },
    credit_returns_until: '2026-11-23T02:30:00.000Z',
  };
  const cancelled = { left_places: leftSessions, credit_returns_until: '2026-11-28T02:30:00.000Z' };
  return {
    class_booked: [
      { ...mailBase, classes: [kai], passes: [passWithCredits], manage_tokens: { 'OT-4K7M': 'abc123' } },
      {
        ...mailBase,
        by_staff: true,
        manage_tokens: { 'OT-4K7M': 'abc123', 'OT-5L8N': 'def456' },
        classes: [soonClass, kai, lia],
        passes: [passWithCredits, { child_name: 'Lia', title: 'Flexi', credits: 0, valid_until: null }],
      },
      { ...mailBase, classes: [kai], passes: [passWithCredits], left_places: leftSessions },
    ],
    class_cancelled: [
      { ...mailBase, ...link, ...cancelled, credit_returned: true, passes: [passWithCredits] },
      { ...mailBase, ...cancelled, by_staff: true, credit_returned: false, passes: [passWithCredits] },
      { ...mailBase, ...cancelled, credit_returned: false, passes: [] },
    ],
    pass_changed: [
      {
        ...pausedPass,
        ...link,
        kind: 'paused',
        passes: [{ ...passWithCredits, valid_until: '2027-01-10' }],
      },
      { ...pausedPass, by_staff: true, kind: 'paused', passes: [passWithCredits] },
      { ...pausedPass, kind: 'pause_ended', passes: [passWithCredits] },
      {
        ...changedPass,
        ...link,
        kind: 'credits_moved',
        credits: 2,
        to_child_name: 'Lia',
        passes: [passWithCredits, { ...passWithCredits, child_name: 'Lia', credits: 2 }],
      },
      {
        ...pausedPass,
        ...link,
        kind: 'paused',
        first_day: '2026-11-27',
        left_places: leftSessions.map((left) => ({
          ...left,
          credit_returned: true,
          credit_returns_until: cancelled.credit_returns_until,
        })),
        passes: [{ ...passWithCredits, valid_until: '2027-01-10' }],
      },
    ],
    renewal_changed: (['stopped', 'resumed', 'ended'] as const).flatMap((kind) => [
      { ...renewal, ...link, kind, passes: [{ ...passWithCredits, title: 'Flexi' }] },
      { ...renewal, child_name: null, kind, passes: [] },
    ]),
  };
}
