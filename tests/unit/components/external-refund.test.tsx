// @vitest-environment happy-dom
/** Staff say what a refund made at Stripe was for, see the database's preview, and confirm it. */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StaffDecision } from '#contract/management.ts';
import * as api from '#features/staff/decisions/api.ts';
import { ExternalRefund } from '#features/staff/decisions/ExternalRefund.tsx';
import { createDecisions } from '#features/staff/decisions/store.ts';

vi.mock(import('#features/staff/decisions/api.ts'));
afterEach(cleanup);

const line = (line_id: string, child: string, more = {}) => ({
  line_id,
  child,
  status: 'placed',
  title: 'Spark',
  base: 'Bishan',
  paid_cents: 59_000,
  can_cancel: true,
  days: { from: '2026-12-07', until: '2026-12-09' },
  ...more,
});
const row = {
  kind: 'external_refund',
  id: 'decision',
  amount_cents: 50_000,
  order_id: 'order',
  lines: [line('kai', 'Kai Tan'), line('lia', 'Lia Tan', { paid_cents: 10_000 })],
} as unknown as StaffDecision;

beforeEach(() => {
  vi.mocked(api.fetchDecisions).mockResolvedValue({
    ok: true,
    value: { rows: [row], next: null, kinds: {} },
  });
  vi.mocked(api.previewExternalRefund).mockResolvedValue({
    ok: true,
    value: { allocated_cents: 50_000, refund_cents: 9000 },
  });
  vi.mocked(api.resolveExternalRefund).mockResolvedValue({
    ok: true,
    value: { allocated_cents: 50_000, refund_cents: 9000 },
  });
});
const draw = () => {
  const decisions = createDecisions();
  render(<ExternalRefund decisions={decisions} row={row} busy={false} />);
  return { decisions, user: userEvent.setup() };
};

it('cancels the chosen lines after a preview with names, places, dates and amounts', async () => {
  const { decisions, user } = draw();
  await user.click(screen.getByRole('radio', { name: 'For cancelling these items' }));
  await user.click(
    screen.getByRole('checkbox', { name: /^Kai Tan · Spark · Bishan · Mon 7 – Wed 9 Dec 2026/ }),
  );
  await user.click(screen.getByRole('button', { name: 'Show what this does' }));
  expect(
    await screen.findByText(
      /^This will cancel Kai Tan .*\. S\$500 was refunded in Stripe\. Another S\$90 will be refunded now/,
    ),
  ).toBeTruthy();
  expect(api.resolveExternalRefund).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Save decision' }));
  const choice = { kind: 'cancel', line_ids: ['kai'] };
  expect(api.resolveExternalRefund).toHaveBeenCalledExactlyOnceWith('decision', choice, 9000);
  await vi.waitFor(() => expect(decisions.$outcome.get()).toMatchObject({ state: 'done', answer: 'cancel' }));
});

it('offers only lines that match the refund, and requires a choice', async () => {
  const { user } = draw();
  await user.click(screen.getByRole('button', { name: 'Show what this does' }));
  expect(screen.getByRole('alert').textContent).toBe('Please choose what the refund was for.');
  await user.click(screen.getByRole('radio', { name: 'For one of these items, which stays booked' }));
  expect(
    screen.getAllByRole('radio').filter((one) => one.getAttribute('name') === 'line-decision'),
  ).toHaveLength(1);
  expect(api.previewExternalRefund).not.toHaveBeenCalled();
});

it('shows a refusal, and keeps the choice', async () => {
  vi.mocked(api.previewExternalRefund).mockResolvedValue({ ok: false, code: 'too_late' } as never);
  const { decisions, user } = draw();
  await user.click(screen.getByRole('radio', { name: 'Goodwill: do not change the order' }));
  await user.click(screen.getByRole('button', { name: 'Show what this does' }));
  await vi.waitFor(() =>
    expect(decisions.$outcome.get()).toMatchObject({ state: 'refused', code: 'too_late' }),
  );
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Goodwill/ }).checked).toBe(true);
});
