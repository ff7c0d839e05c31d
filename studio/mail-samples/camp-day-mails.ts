/** Mails about cancelled days of a camp, or days that take place after all, for the tests and for samples. */
export function campDayMails(common: object): object[] {
  const cancelled = {
    ...common,
    kind: 'cancelled',
    days: ['2026-12-08'],
    children: ['Kai', 'Mia'],
    unpaid_children: [],
    reason: 'Haze',
    instead: null,
    refund_parts: [{ method: 'online', cents: 16_333 }],
    refund_waits: false,
    is_refunded: false,
  };
  const withoutMoney = { ...cancelled, refund_parts: [] };
  return [
    cancelled,
    {
      ...cancelled,
      days: ['2026-12-08', '2026-12-09'],
      refund_parts: [{ method: 'balance', cents: 32_667 }],
    },
    { ...withoutMoney, instead: 'We make up for it on Saturday from 9.' },
    { ...withoutMoney, unpaid_children: ['Kai', 'Mia'] },
    { ...withoutMoney, is_refunded: true },
    // The family’s order is not paid in full, so staff decide about the money.
    withoutMoney,
    { ...withoutMoney, kind: 'held', reason: null, is_refunded: true },
    { ...withoutMoney, kind: 'held', reason: null, children: ['evil.example'] },
  ];
}
