import { mailPayload } from './mail-payload.ts';

/** Payloads of mails about a camp that was sold for a deposit, when the rest is due, is late, or was paid. */
export function instalmentMails(line: object): Record<string, object[]> {
  const unpaidPart = { paid_at: null, method: null, is_deposit: false, is_moved: false };
  const deposit = { paid_at: '2026-10-01T02:00:00.000Z', method: 'cash', is_deposit: true, is_moved: false };
  const plan = (status: string) => ({
    manage_token: 'abc123',
    lines: [line],
    instalments: {
      open_cents: status === 'paid' ? 0 : 34_300,
      grace_days: 3,
      parts: [
        { id: 'p0', due_on: '2026-10-01', cents: 14_700, status: 'paid', ...deposit },
        { id: 'p1', due_on: '2026-11-16', cents: 34_300, status, ...unpaidPart },
      ],
    },
  });
  const dueMail = (kind: string) =>
    mailPayload({
      ...plan(kind),
      pay_token: 'fade',
      instalment: { cents: 34_300, due_on: '2026-11-16', kind },
    });
  return {
    instalment_due: [dueMail('due'), dueMail('late')],
    instalment_paid: [
      mailPayload({
        ...plan('paid'),
        invoice: 'INV-00012',
        instalment: { cents: 34_300, due_on: '2026-11-16' },
      }),
      mailPayload({
        ...plan('paid'),
        instalment: { cents: 34_300, due_on: '2026-11-16', method: 'balance' },
      }),
    ],
  };
}
