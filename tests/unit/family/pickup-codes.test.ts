/** The codes of those who may fetch: read when they are looked at, and kept nowhere. */
import { beforeEach, expect, it } from 'vitest';
import { createCodes } from '../../../src/features/family/parents/pickup/codes.ts';
import { spoken } from '../../../src/features/family/parents/pickup/messages.ts';
import { fakeBrowser } from '../support/browser.ts';
import { storeSession } from '../support/session.ts';

const browser = fakeBrowser();
const granny = { child_id: null, child_name: null, name: 'Granny', relationship: null, code: '048217' };

beforeEach(() => {
  storeSession({ id: 'parent-1' });
  browser.api.on('get_pickup_codes', { body: [granny] });
});

it('come with each look, and stand in no storage', async () => {
  const codes = createCodes();
  await codes.open();
  expect(codes.$view.get()).toEqual({ state: 'ready', codes: [granny] });
  expect(JSON.stringify([...browser.storage.entries])).not.toContain('048217');
});

it('that do not come say so; those that had come stay', async () => {
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

it('are written as people say them', () => {
  expect(spoken('048217')).toBe('048 217');
});
