/** Payloads of mails about the parents of a family: invitations, and parents who join or leave. */
const parent = { parent_name: 'Mei Tan' };

const photos = { title: 'Spark Camp', location: 'East Coast', day: '2026-12-08' };
const [kai, ava] = ['c0000000-0000-4000-8000-000000000001', 'c0000000-0000-4000-8000-000000000002'];

export const parentMails = {
  camp_photos: [
    {
      ...parent,
      days: [
        { ...photos, child_id: kai, child_name: 'Kai', photos: 1 },
        { ...photos, child_id: ava, child_name: 'Ava', photos: 7 },
      ],
    },
  ],
  camp_review: [
    {
      ...parent,
      review_of: '00000000-0000-4000-8000-000000000002',
      children: ['Kai', 'Ava'],
      title: 'Ignite Camp',
      location: 'Bishan',
      first_day: '2026-11-09',
      last_day: '2026-11-13',
    },
  ],
  friend_booked: [{ ...parent, credit_cents: 2000 }],
  parent_invitation: [
    { token: 'c0ffee', from_name: 'Mei Tan', expires_at: '2026-12-09T02:00:00.000Z' },
    { token: 'c0ffee', from_name: '', expires_at: '2026-12-09T02:00:00.000Z' },
  ],
  parents_changed: [
    ...(['joined', 'joined_with', 'brought', 'removed', 'removed_other'] as const).flatMap(parentsChanged),
    ...(['left', 'left_other', 'first', 'second'] as const).flatMap(parentsChanged),
    ...(['removed_by_office', 'removed_by_office_other'] as const).flatMap(parentsChanged),
    { ...parent, kind: 'invited_by_office', email: 'dad@families.test', renewals: [] },
    ...(['handover_from', 'handover_to', 'handover_stopped'] as const).map((kind) => ({
      ...parent,
      kind,
      other_name: 'Ming Tan',
      renewals: [],
      at: '2026-11-29T10:30:00+08:00',
    })),
  ],
};

function parentsChanged(kind: string) {
  return [
    { ...parent, kind, other_name: 'Ming Tan', renewals: [] },
    { ...parent, kind, other_name: 'Ming Tan', renewals: [], new_codes: true },
    { parent_name: null, kind, other_name: null, renewals: ['Flexi'] },
  ];
}
