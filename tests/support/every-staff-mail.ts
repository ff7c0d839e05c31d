/** Payloads of the mails to staff, for `everyMail`. */
export const staffMails: Record<string, object[]> = {
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
};
