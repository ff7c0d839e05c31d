const alert = { details: {}, began_at: '2026-11-24T02:31:00.000Z', ended_at: null };

const saturday = {
  kind: 'session',
  title: 'Red Otter A',
  location: 'East Coast Park',
  first_day: '2026-12-05',
  last_day: '2026-12-05',
  from: '09:30',
  until: '10:30',
};
const camp = {
  kind: 'camp',
  title: 'Spark Camp',
  location: 'Orchard Central',
  first_day: '2026-12-07',
  last_day: '2026-12-09',
  from: '08:30',
  until: '17:00',
};
/** A coach takes over ninety-one sessions, seven a week. */
const sessions = Array.from({ length: 91 }, (_, index) => {
  const day = new Date(Date.parse('2026-12-05') + Math.floor(index / 7) * 7 * 86_400_000)
    .toISOString()
    .slice(0, 10);
  const entry = {
    ...saturday,
    first_day: day,
    last_day: day,
    from: `${9 + (index % 7)}:00`.padStart(5, '0'),
  };
  return { what: 'added', entry: { ...entry, until: `${10 + (index % 7)}:00` } };
});

/** Payloads of the mails to staff: about Studio's prices, pending work and alerts. */
export const staffMails: Record<string, unknown[]> = {
  offers_notice: [
    { what: 'price_jump', offers: [{ id: 'pass-term', title: 'Term', from_cents: 69_700, to_cents: 6_970 }] },
    {
      what: 'price_floor',
      offers: [{ id: 'pass-term', title: 'Term', from_cents: 69_700, to_cents: 20_000 }],
    },
  ],
  staff_invitation: (['coach', 'admin', 'business_admin'] as const).map((role) => ({
    token: 'c0ffee',
    name: 'Mei Tan',
    from_name: role === 'coach' ? null : 'Priya Nair',
    role,
    expires_at: '2026-12-09T02:00:00.000Z',
  })),
  alert_began: [
    { ...alert, kind: 'bookings_failing', value: 12.5, threshold: 5, details: { ok: 21, failed: 3 } },
    { ...alert, kind: 'outbox_late', value: 420, threshold: 300 },
    { ...alert, kind: 'webhook_late', value: 90, threshold: 60 },
    { ...alert, kind: 'holds_late', value: 600, threshold: 300 },
    { ...alert, kind: 'books_discrepancies', value: 1, threshold: 0, details: { order_paid_twice: 1 } },
    { ...alert, kind: 'build_failed', value: 1, threshold: 0, details: { reason: 'EPIC has no price.' } },
    { ...alert, kind: 'chores_late', value: 301, threshold: 300, details: { names: ['outbox', 'purge'] } },
  ],
  coach_plan: [
    { name: 'Ana Lim', changes: [{ what: 'added', entry: saturday }] },
    { name: 'Ana Lim', changes: [{ what: 'removed', entry: camp }] },
    {
      name: 'Ana Lim',
      changes: [
        {
          what: 'moved',
          entry: saturday,
          was: { ...saturday, location: 'Bishan', from: '08:00', until: '09:00' },
        },
        { what: 'cancelled', entry: camp },
      ],
    },
    { name: 'Ana Lim', changes: [...sessions, { what: 'added', entry: camp }] },
  ],
  staff_notice: ['decisions', 'disputes', 'first_aid', 'bounced_mails', 'waitlists'].map((topic) => ({
    topic,
  })),
  alert_ended: [
    { ...alert, kind: 'outbox_late', value: 900, threshold: 300, ended_at: '2026-11-24T03:00:00.000Z' },
  ],
};
