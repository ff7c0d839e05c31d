// @vitest-environment happy-dom
/** After a late payment the page offers the choices that SQL accepts, with the amount that was paid. */
import { cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ManagedOrder } from '#contract/after-sale.ts';
import { LateChoice } from '#features/after-sale/order/LateChoice.tsx';
import { createOrderStore } from '#features/after-sale/store.ts';
import { managed, managedLine } from '../after-sale/examples.ts';

function show(late_choices: ManagedOrder['late_choices'], balance_cents: number): (string | null)[] {
  cleanup();
  const lines = [{ ...managedLine, status: 'needs_choice' as const, total_cents: 50_000, balance_cents }];
  const order = managed({ must_choose: true, late_choices, lines });
  render(<LateChoice manage={createOrderStore('t0ken')} order={order} lines={lines} />);
  return screen.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent ?? null);
}

it('offers another date, a credit and a refund of what was paid in full', () => {
  expect(show(['move', 'credit', 'refund'], 50_000)).toHaveLength(3);
  screen.getByText(/^Your payment of S\$500 reached us .* You choose what happens now\.$/);
});

it('offers only the refund of a deposit', () => {
  expect(show(['refund'], 10_000)).toEqual([expect.stringContaining('A full refund')]);
  screen.getByText(/^Your payment of S\$100 reached us .* You can get your deposit back below\.$/);
});
