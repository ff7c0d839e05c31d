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
export const staffMails: Record<string, object[]> = {
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
  second_factor_removed: [
    { name: 'Ana Lim', by: 'Priya Nair', at: '2026-12-02T02:00:00.000Z' },
    { name: null, by: null, at: '2026-12-02T02:00:00.000Z' },
  ],
  alert_began: [
    { ...alert, kind: 'bookings_failing', value: 12.5, threshold: 5, details: { ok: 21, failed: 3 } },
    { ...alert, kind: 'outbox_late', value: 420, threshold: 300 },
    { ...alert, kind: 'webhook_late', value: 90, threshold: 60 },
    { ...alert, kind: 'holds_late', value: 600, threshold: 300 },
    { ...alert, kind: 'books_discrepancies', value: 1, threshold: 0, details: { order_paid_twice: 1 } },
    { ...alert, kind: 'build_failed', value: 1, threshold: 0, details: { reason: 'EPIC has no price.' } },
    {
      ...alert,
      kind: 'mails_returned',
      value: 12.5,
      threshold: 5,
      details: { sent: 40, bounced: 4, complained: 1 },
    },
    { ...alert, kind: 'blank_screens', value: 6, threshold: 5 },
    { ...alert, kind: 'content_refused', value: 1, threshold: 0 },
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
  weekly_summary: [
    {
      from: '2026-11-23',
      until: '2026-11-29',
      bookings: { orders: 41, camp_places: 37, class_places: 112 },
      money: { received_cents: 1_284_050, refunded_cents: 69_700, refunds: 2, books: 0 },
      mails: { sent: 310, failed: 1, bounced: 3, complained: 0 },
      errors: { reports: 12, causes: 3, blank_screens: 0 },
      alerts: 1,
      out_minutes: 0,
      to_check: [
        { what: 'alerts', count: 1 },
        { what: 'decisions', count: 2 },
        { what: 'discrepancies', count: 1 },
        { what: 'returned_mails', count: 3 },
        { what: 'without_coach', count: 1 },
        { what: 'refused_documents', count: 1 },
        { what: 'late_jobs', count: 1 },
        { what: 'no_books', count: 1 },
        { what: 'no_doctor', count: 1 },
        { what: 'doctor', count: 4 },
        { what: 'slow_pages', count: 1 },
      ],
    },
    {
      from: '2026-11-23',
      until: '2026-11-29',
      bookings: { orders: 0, camp_places: 0, class_places: 0 },
      money: { received_cents: 0, refunded_cents: 0, refunds: 0, books: null },
      mails: { sent: 0, failed: 0, bounced: 0, complained: 0 },
      errors: { reports: 0, causes: 0, blank_screens: 0 },
      alerts: 0,
      out_minutes: null,
      to_check: [],
    },
  ],
  alert_ended: [
    { ...alert, kind: 'outbox_late', value: 900, threshold: 300, ended_at: '2026-11-24T03:00:00.000Z' },
  ],
};
