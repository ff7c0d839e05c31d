// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { CancelPanel } from '../../../src/features/after-sale/order/CancelPanel.tsx';
import type { ManagedLine } from '../../../src/features/after-sale/model.ts';
import { createManage } from '../../../src/features/after-sale/store.ts';
import { managed, managedLine } from '../after-sale/examples.ts';
import { fakeBrowser } from '../support/browser.ts';
import { uuid } from '../support/examples.ts';

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
  render(<CancelPanel manage={createManage('t0ken')} lines={lines} title="Cancel this?" rule="The rule." />);
  return screen.getByRole('group').textContent;
}

it('of a used pass says what is left of it, and how much comes back, before the question', () => {
  const words = show(line(1, { refund_cents: 58083, sessions: { total: 18, unused: 15 } }));
  expect(words).toContain('The rule.');
  expect(words).toContain('15 of 18 sessions are left.');
  expect(words).toContain('What is still booked is cancelled, and the pass ends.');
  expect(words).toContain('S$580.83 goes back the way it came.');
  expect(words).not.toContain('renew');
  expect(screen.getByRole('button', { name: 'Cancel and get S$580.83 back' })).toBeTruthy();
});

it('of an unused pass that it is given back whole; of one that renews that it does not any more', () => {
  const words = show(line(1, { refund_cents: 16700, sessions: { total: 4, unused: 4 }, ends_renewal: true }));
  expect(words).toContain('This gives the whole pass back, all 4 sessions.');
  expect(words).toContain('It does not renew again, and your card is not charged any more.');
});

it('where nothing comes back it does not speak of refunded sessions', () => {
  const words = show(line(1, { refund_cents: 0, sessions: { total: 18, unused: 17 } }));
  expect(words).toContain('17 of 18 sessions are left.');
  expect(words).toContain('nothing is refunded now');
});

it('a single session or a camp is no pass', () => {
  const words = show(line(1, { refund_cents: 3800, sessions: { total: 1, unused: 1 } }));
  expect(words).not.toContain('pass');
  expect(words).toContain('The spot goes to another child at once.');
});

it('of several things each pass is named, and all that can be cancelled is', async () => {
  browser.api.on('get_managed_order', { body: managed() }).on('cancel_lines', { body: managed() });
  const words = show(
    line(1, { refund_cents: 5000, sessions: { total: 4, unused: 1 } }),
    line(2, null),
    line(3, { refund_cents: 3800 }, { title: 'Try-Out' }),
  );
  expect(words).toContain('Kai, Term: 1 of 4 sessions is left.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel and get S$88 back' }));
  expect(browser.api.named('cancel_lines').map(({ body }) => body)).toMatchObject([
    { p_line_ids: [uuid(1), uuid(3)], p_seen_refund_cents: 8800 },
  ]);
});
