/** Tests what staff read about failed e-mails that are left out, links that end, and cash that left a split sale. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { StaffDecision } from '#contract/management.ts';
import * as api from '#features/staff/decisions/api.ts';
import { doneMessage, knownOf } from '#features/staff/decisions/messages.ts';
import { createDecisions } from '#features/staff/decisions/store.ts';
import { doneMessage as orderMessage } from '#features/staff/orders/messages.ts';
import { DecisionAnswers } from '#ui/staff/DecisionAnswers.tsx';

vi.mock(import('#features/staff/decisions/api.ts'));

it.each([
  [{ queued: 2, left_out: 0, left: 0 }, '2 e-mails are on the way.'],
  [
    { queued: 1, left_out: 1, left: 0 },
    '1 e-mail is on the way. 1 was left out, because it is too late for them or the family no longer wants them.',
  ],
  [
    { queued: 190, left_out: 10, left: 3 },
    '190 e-mails are on the way. 10 were left out, because it is too late for them or the family no longer wants them. 3 more have failed: press again to send them.',
  ],
])('%j is told as: %s', (answer, text) => expect(doneMessage({ state: 'done', ...answer })).toBe(text));

it('an e-mail that is left out is not said to be on its way', async () => {
  vi.mocked(api.fetchDecisions).mockResolvedValue({ ok: true, value: { rows: [], next: null, kinds: {} } });
  vi.mocked(api.resendMail).mockResolvedValue({ ok: true, value: { queued: false, left_out: true } });
  const decisions = createDecisions();
  await decisions.decide({ id: 'mail', kind: 'mail_failed' } as StaffDecision, 'retry');
  const outcome = decisions.$outcome.get();
  expect(outcome).toMatchObject({ state: 'done', answer: 'left_out' });
  if (outcome?.state === 'done') expect(doneMessage(outcome)).toContain('This e-mail was not sent');
});

it('the end of all links says whether the family gets a new one', () => {
  expect(orderMessage({ state: 'done', what: 'links_ended' })).toContain('A new one is on its way');
  expect(orderMessage({ state: 'done', what: 'links_ended_only' })).toContain('No new one was e-mailed');
});

const split = { method: 'cash', cents: 19_700 } as const;
const mismatch = {
  kind: 'mismatch',
  amount_cents: 50_000,
  expected_cents: 69_700,
  about: null,
} as StaffDecision;
const answersOf = (more: object) =>
  renderToStaticMarkup(
    createElement(DecisionAnswers, {
      kind: 'mismatch',
      of: 'Kai',
      cents: 50_000,
      isLost: false,
      busy: false,
      onAnswer: vi.fn(),
      ...more,
    }),
  );

it('cash that the seller took out of a sale is named, and can be recorded with the payment', () => {
  expect(knownOf(mismatch).join(' ')).not.toContain('The seller');
  expect(knownOf({ ...mismatch, split }).join(' ')).toContain('The seller had entered S$197 in cash as well');
  expect(answersOf({})).not.toContain('Record both payments');
  expect(answersOf({ split })).toContain('Record both payments: Kai');
});
