const alert = { details: {}, began_at: '2026-11-24T02:31:00.000Z', ended_at: null };

/** Payloads of the mails to the team: of Studio's prices, of what waits for them, and of alerts. */
export const staffMails: Record<string, unknown[]> = {
  offers_notice: [
    { what: 'price_jump', offers: [{ id: 'pass-term', title: 'Term', from_cents: 69_700, to_cents: 6_970 }] },
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
  staff_notice: ['decisions', 'disputes', 'first_aid', 'bounced_mails', 'waitlists'].map((topic) => ({
    topic,
  })),
  alert_ended: [
    { ...alert, kind: 'outbox_late', value: 900, threshold: 300, ended_at: '2026-11-24T03:00:00.000Z' },
  ],
};
