import { beforeEach, expect, it } from 'vitest';
import { createConsents } from '#features/family/child/consents.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { family } from './examples.ts';

const browser = fakeBrowser();
const whose = { childId: 'c1', userId: 'parent-1', familyId: 'f1' };
const text = (purpose: string, version: number) => ({ purpose, version, title: purpose, body: 'Words.' });
const entry = (id: number, purpose: string, version: number, given: boolean) => ({
  id,
  child_id: 'c1',
  user_id: 'parent-1',
  purpose,
  version,
  given,
  source: 'account',
  created_at: new Date().toISOString(),
  repeat_details_request: purpose === 'activity',
});

beforeEach(() => {
  storeSession({ id: 'parent-1' });
  browser.api.on('get_family_dashboard', { body: family });
  browser.api.on('record_consent', { body: { given: true } });
  browser.api.on('consent_texts', {
    body: [
      text('activity', 1),
      text('activity', 2),
      text('medical', 1),
      text('liability', 1),
      text('photo', 1),
    ],
  });
  browser.api.on('consents', {
    body: [entry(3, 'photo', 1, false), entry(2, 'medical', 1, true), entry(1, 'activity', 1, true)],
  });
});
const recordedConsents = () => browser.api.named('record_consent').map(({ body }) => body);

it('the page renews in one tap only the consents given to an older text', async () => {
  const consents = createConsents(whose);
  await consents.open();
  expect(consents.stalePurposes()).toEqual(['activity']);
  await consents.renewAll();
  expect(recordedConsents()).toEqual([
    { p_purpose: 'activity', p_given: true, p_version: 2, p_child_id: 'c1' },
  ]);
});

it('the page distinguishes given, refused and unanswered consents', async () => {
  const consents = createConsents(whose);
  await consents.open();
  expect((['medical', 'photo', 'liability'] as const).map((one) => consents.readStatus(one).state)).toEqual([
    'given',
    'refused',
    'never',
  ]);
});

it('the page loads the text again if it changed since the page was opened', async () => {
  browser.api.on('record_consent', refusal('consent_text_changed'));
  const consents = createConsents(whose);
  await consents.open();
  await consents.decide('liability', true);
  expect(consents.$outcome.get()).toMatchObject({ tone: 'bad' });
  expect(browser.api.named('consent_texts')).toHaveLength(2);
});

it('the page records no consent if the texts did not load', async () => {
  browser.api.on('consent_texts', 'network failure');
  const consents = createConsents(whose);
  await consents.open();
  await consents.decide('liability', true);
  expect(consents.$view.get()).toEqual({ state: 'failed' });
  expect(recordedConsents()).toEqual([]);
});
