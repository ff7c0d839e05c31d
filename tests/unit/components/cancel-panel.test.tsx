// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { CancelPanel } from '#features/after-sale/order/CancelPanel.tsx';
import type { ManagedLine } from '#features/after-sale/model.ts';
import { createOrderStore } from '#features/after-sale/store.ts';
import { managed, managedLine, passBooking, passLine } from '../after-sale/examples.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';

const browser = fakeBrowser();
afterEach(cleanup);

type Cancel = NonNullable<ManagedLine['can']['cancel']>;
const line = (n: number, cancel: Cancel | null, over: Partial<ManagedLine> = {}): ManagedLine => ({
  ...managedLine,
  line_id: uuid(n),
  title: 'Term',
  can: { ...managedLine.can, cancel },
  ...over,
});
function show(...lines: ManagedLine[]) {
  render(
    <CancelPanel manage={createOrderStore('t0ken')} lines={lines} title="Cancel this?" rule="The rule." />,
  );
  return screen.getByRole('group').textContent;
}

it('says for a used pass how many sessions are left and how much is refunded', () => {
  const words = show(line(1, { refund_cents: 58083, sessions: { total: 18, unused: 15 } }));
  expect(words).toContain('The rule.');
  expect(words).toContain('15 of 18 sessions are left.');
  expect(words).toContain('Sessions still booked will be cancelled, and the pass will end.');
  expect(words).toContain('S$580.83 will be refunded the same way you paid.');
  expect(words).not.toContain('renew');
  expect(screen.getByRole('button', { name: 'Cancel and get S$580.83 back' })).toBeTruthy();
});

it('says that an unused pass is cancelled as a whole, and that one that renews stops renewing', () => {
  const words = show(line(1, { refund_cents: 16700, sessions: { total: 4, unused: 4 }, ends_renewal: true }));
  expect(words).toContain('This cancels the whole pass, all 4 sessions.');
  expect(words).toContain('The pass will not renew, and your card will not be charged.');
});

it('the panel does not mention refunded sessions if nothing is refunded', () => {
  const words = show(line(1, { refund_cents: 0, sessions: { total: 18, unused: 17 } }));
  expect(words).toContain('17 of 18 sessions are left.');
  expect(words).toContain('there is no refund now');
});

it('the panel does not call a single session or a camp a pass', () => {
  const words = show(line(1, { refund_cents: 3800, sessions: { total: 1, unused: 1 } }));
  expect(words).not.toContain('pass');
  expect(words).toContain('The spot goes to another child at once.');
});

const somerset = 'Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am';
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('names child, session, place and time, and for a pass its booked sessions', () => {
  show(line(1, { refund_cents: 0 }, { sessions: 1, session: passBooking.session }));
  expect(rows()).toEqual([`Kai, ${somerset}`]);
  cleanup();
  show({ ...passLine, title: 'Term', can: { ...passLine.can, cancel: { refund_cents: 0 } } });
  expect(rows()).toEqual([`Kai, TermBooked: ${somerset}`, `Booked: ${somerset}`]);
});

it('lists several lines with their refunds, and cancels all that can be cancelled', async () => {
  browser.api.on('get_managed_order', { body: managed() }).on('cancel_lines', { body: managed() });
  const manage = createOrderStore('t0ken');
  await manage.open();
  const at = { session: passBooking.session };
  const lines = [
    line(1, { refund_cents: 5000, sessions: { total: 4, unused: 1 } }, { sessions: 4 }),
    line(2, null, { ...at, sessions: 1, child_name: 'Mira' }),
    line(3, { refund_cents: 3800 }, { ...at, title: 'Try-Out', sessions: 1, child_name: 'Lia' }),
  ];
  // The refund of all lines together differs from the sum of single refunds.
  const all = {
    refund_cents: 8700,
    clawback_cents: 0,
    lines: [
      { line_id: uuid(1), refund_cents: 5000 },
      { line_id: uuid(3), refund_cents: 3700 },
    ],
  };
  render(<CancelPanel manage={manage} lines={lines} all={all} title="Cancel everything?" />);
  expect(rows()).toEqual([
    expect.stringMatching(/^Kai, TermS\$50 back1 of 4 sessions is left\./),
    `Lia, ${somerset}S$37 back`,
  ]);
  screen.getByText(`This does not change: Mira, ${somerset}.`);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel and get S$87 back' }));
  expect(browser.api.named('cancel_lines').map(({ body }) => body)).toMatchObject([
    { p_line_ids: [uuid(1), uuid(3)], p_expected_refund_cents: 8700 },
  ]);
  expect(manage.$outcome.get()?.text).toBe(`Cancelled: Kai, Term; Lia, ${somerset}. S$87 will be refunded.`);
});
