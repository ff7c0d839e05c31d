/** A parent sees active and outdated consents with their history, and renews all of them in one tap (spec 1 §3). */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ConsentText } from '#contract/orders.ts';
import { type ConsentEntry, type ConsentPurpose, findConsentStatus } from '#domain/consents.ts';
import { createConsents } from '#features/family/parents/consents/consents.ts';
import { buildConsents, staleIn, whoAnswered } from '#features/family/parents/consents/model.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { child, family as example } from './examples.ts';

const browser = fakeBrowser();
const me = 'u1';
let id = 0;
const entry = (purpose: ConsentPurpose, change: Partial<ConsentEntry> = {}): ConsentEntry => ({
  id: ++id,
  purpose,
  child_id: null,
  user_id: me,
  version: 1,
  given: true,
  source: 'account',
  created_at: '2026-11-01T00:00:00Z',
  repeat_details_request: false,
  ...change,
});
const kai = { childId: 'child-kai', userId: me, isOnlyParent: true };
const person = { childId: null, userId: me, isOnlyParent: true };

describe('the status of a consent', () => {
  it.each<[string, Parameters<typeof findConsentStatus>[1], ConsentEntry[], string]>([
    ['never answered', kai, [], 'never'],
    ['given for the child', kai, [entry('medical', { child_id: 'child-kai' })], 'given'],
    ['given for another child', kai, [entry('medical', { child_id: 'child-nora' })], 'never'],
    ['given for the whole family', kai, [entry('medical')], 'given'],
    [
      'withdrawn for the child',
      kai,
      [entry('medical', { child_id: 'child-kai', given: false }), entry('medical')],
      'refused',
    ],
    [
      'a later no for the family ends a yes for the child',
      kai,
      [entry('medical', { given: false }), entry('medical', { child_id: 'child-kai' })],
      'refused',
    ],
    [
      'an earlier no for the family does not end it',
      kai,
      [entry('medical', { child_id: 'child-kai' }), entry('medical', { given: false })],
      'given',
    ],
    [
      'to be renewed',
      kai,
      [entry('medical', { child_id: 'child-kai', repeat_details_request: true })],
      'stale',
    ],
    [
      'a no that only a merge recorded',
      kai,
      [entry('medical', { child_id: 'child-kai', given: false, source: 'merge' })],
      'never',
    ],
    ['the parent’s own', person, [entry('medical')], 'given'],
    ['the other parent’s', person, [entry('medical', { user_id: 'u2' })], 'never'],
    ['a guest’s, of the only parent', person, [entry('medical', { user_id: null })], 'given'],
    [
      'a guest’s, of two parents',
      { ...person, isOnlyParent: false },
      [entry('medical', { user_id: null })],
      'never',
    ],
  ])('is right: %s', (_, whose, entries, state) => {
    expect(findConsentStatus('medical', whose, entries).state).toBe(state);
  });
});

const text = (purpose: ConsentPurpose, version = 1): ConsentText => ({
  purpose,
  version,
  title: purpose,
  body: 'Words.',
});
const makeConsents = (entries: ConsentEntry[], version = 1) => ({
  texts: new Map(
    (['activity', 'photo', 'terms'] as const).map((purpose) => [purpose, text(purpose, version)]),
  ),
  entries,
});
const family = {
  ...example,
  children: [child('Kai'), child('Nora'), child('Guest', { status: 'proposed' })],
  me: { id: me, name: 'Wei Ming', is_primary: true, is_secondary: false },
};

describe('the list', () => {
  it('has a row for each child of the family, and one for the parent', () => {
    const rows = buildConsents(makeConsents([]), family).map(({ purpose, rows: all }) => [
      purpose,
      all.map(({ name }) => name),
    ]);
    expect(rows).toEqual([
      ['activity', ['Kai', 'Nora']],
      ['photo', ['Kai', 'Nora']],
      ['terms', ['']],
    ]);
  });

  it('the list of outdated consents has only given ones, for the current text', () => {
    const entries = [
      entry('activity', { child_id: 'child-kai', repeat_details_request: true }),
      entry('activity', { child_id: 'child-nora' }),
      entry('photo', { child_id: 'child-kai', given: false }),
      entry('terms', { repeat_details_request: true }),
    ];
    expect(staleIn(buildConsents(makeConsents(entries, 2), family))).toEqual([
      { purpose: 'activity', childId: 'child-kai', given: true, version: 2 },
      { purpose: 'terms', childId: null, given: true, version: 2 },
    ]);
  });

  it('does not show the other parent’s own terms', () => {
    const [terms] = buildConsents(makeConsents([entry('terms', { user_id: 'u2' })]), family).filter(
      ({ purpose }) => purpose === 'terms',
    );
    expect(terms?.history).toEqual([]);
  });

  it.each([
    [entry('photo'), 'you'],
    [entry('photo', { user_id: 'gone' }), 'a former parent'],
    [entry('photo', { user_id: null, source: 'checkout' }), 'an order without an account'],
    [entry('photo', { source: 'staff' }), 'our staff, on your behalf'],
  ])('the row says who gave the consent: case %#', (one, words) => {
    expect(whoAnswered(one, family)).toBe(words);
  });
});

describe('the store', () => {
  beforeEach(() => {
    storeSession({ id: me });
    browser.api.on('consent_texts', { body: [text('activity'), text('activity', 2)] });
    browser.api.on('consents', { body: [] });
  });
  const stale = (['child-kai', 'child-nora'] as const).map((childId) => ({
    purpose: 'activity' as const,
    childId,
    given: true,
    version: 2,
  }));

  it('reads the current texts and only this family’s entries, also for an admin', async () => {
    const consents = createConsents(me);
    await consents.open('family-1');
    const view = consents.$view.get();
    expect(view.state === 'ready' && view.consents.texts.get('activity')?.version).toBe(2);
    expect(browser.api.named('consents')[0]?.url).toContain('or=(family_id.eq.family-1,user_id.eq.u1)');
  });

  it('renews all outdated consents in one tap, each for its child and version', async () => {
    browser.api.on('record_consent', { body: { given: true } });
    const consents = createConsents(me);
    await consents.open('family-1');
    await consents.save('stale', stale);
    expect(browser.api.named('record_consent').map(({ body }) => body)).toEqual(
      ['child-kai', 'child-nora'].map((p_child_id) => ({
        p_purpose: 'activity',
        p_given: true,
        p_version: 2,
        p_child_id,
      })),
    );
    expect(consents.$message.get()).toEqual({ place: 'stale', tone: 'calm', text: 'Saved.' });
  });

  it('stops if a text has changed, and shows the new one', async () => {
    browser.api.on('record_consent', refusal('consent_text_changed'));
    const consents = createConsents(me);
    await consents.open('family-1');
    await consents.save('stale', stale);
    expect(browser.api.named('record_consent')).toHaveLength(1);
    expect(browser.api.named('consent_texts')).toHaveLength(2);
    expect(consents.$message.get()).toMatchObject({ tone: 'bad' });
    expect(consents.$message.get()?.text).toContain('read it again');
  });

  it('says if the consents cannot be read', async () => {
    browser.api.on('consents', 'network failure');
    const consents = createConsents(me);
    await consents.open(null);
    expect(consents.$view.get()).toEqual({ state: 'failed', code: 'unexpected' });
  });
});
