import { expect, test } from 'vitest';
import { cancelRule } from '#features/family/book/messages.ts';
import type { Option } from '#features/family/book/model.ts';

const option = (child: string, returnsCredit: boolean) =>
  ({
    child,
    returnsCredit,
    creditReturnsUntil: '2026-11-27T02:30:00Z',
    session: {
      session_date: '2026-11-28',
      starts_at: '2026-11-28T02:30:00Z',
      ends_at: '2026-11-28T03:30:00Z',
    },
  }) as Option;

test('the rule of one session says until when the credit comes back, or that it no longer does', () => {
  expect(cancelRule([option('Kai', true)])).toContain('You can cancel until');
  expect(cancelRule([option('Kai', false)])).toContain('you lose the credit');
  expect(cancelRule([option('Kai', false)])).not.toContain('until');
});

test('the rule of several sessions names those that no longer return their credit', () => {
  const rule = cancelRule([option('Kai', false), option('Nora', true)]);
  expect(rule).toMatch(/Kai.*Sat 28 Nov 2026.*you lose the credit/);
  expect(rule).not.toContain('Nora');
  expect(cancelRule([option('Kai', true), option('Nora', true)])).toBe('');
});
