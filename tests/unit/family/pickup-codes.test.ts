/** The pickup codes are read each time they are shown, and are not stored. */
import { beforeEach, expect, it } from 'vitest';
import { createCodes } from '#features/family/parents/pickup/codes.ts';
import { spoken } from '#features/family/parents/pickup/messages.ts';
import { readTexts } from '#features/family/privacy/messages.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';

const browser = fakeBrowser();
const granny = {
  child_id: null,
  child_name: null,
  name: 'Granny',
  relationship: null,
  code: '048217',
  only_for: null,
};

beforeEach(() => {
  storeSession({ id: 'parent-1' });
  browser.api.on('get_pickup_codes', { body: [granny] });
});

it('the codes are read each time they are shown, and not stored', async () => {
  const codes = createCodes();
  await codes.open();
  expect(codes.$view.get()).toEqual({ state: 'ready', codes: [granny] });
  expect(JSON.stringify([...browser.storage.entries])).not.toContain('048217');
});

it('the codes say if they cannot be read, and stay if they were read before', async () => {
  browser.api.on('get_pickup_codes', 'network failure');
  const codes = createCodes();
  await codes.open();
  expect(codes.$view.get()).toEqual({ state: 'failed' });
  browser.api.on('get_pickup_codes', { body: [granny] });
  await codes.open();
  browser.api.on('get_pickup_codes', 'network failure');
  await codes.open();
  expect(codes.$view.get()).toMatchObject({ state: 'ready' });
});

it('the codes are written in two groups of three digits', () => {
  expect(spoken('048217')).toBe('048 217');
});

it.each([
  ['code', 'Kai: who may collect your child, after a correct pick-up code'],
  ['code_wrong', 'Kai: a wrong pick-up code; we do not store what was typed'],
] as const)(
  'the codes appear on the receipt as “%s” in words, without the digits that were typed',
  (how, words) => {
    const attempts = { at: '2026-11-20T16:30:00Z', times: 1, name: 'Hafiz', role: 'coach' } as const;
    const subject = { child_id: 'kai', child_name: 'Kai', topic: 'pickup_authorizations' } as const;
    expect(readTexts([{ ...attempts, ...subject, how }])).toEqual([words]);
  },
);
