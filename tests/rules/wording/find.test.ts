import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readWording } from '#build/wording/catalogue.ts';
import { withWording } from '#build/wording/replace.ts';
import { sentencesIn } from '#build/wording/sentences.ts';
import type { Document } from '#config/text-sources.ts';
import { screens } from '#config/wording.ts';
import { sources } from '#scripts/sources.ts';
import { catalogue } from '#studio/wording/catalogue.gen.ts';
import { keyIn, pathOf, screenIdOf, wordingId } from '#studio/wording/ids.ts';
import { createFinder } from '#studio/wording/find-sentences.ts';
import { everySentence } from '#studio/wording/sentences.ts';

const documents = readFileSync('studio/seed/data.ndjson', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Document);
const find = createFinder(everySentence(documents));

// The texts are as pages show them, with names, numbers and dates filled in.
test.each([
  [
    'Every coach is first-aid certified and looks after one small group',
    'homePage',
    'sections[_key=="coaches"].lead',
  ],
  ['4.9 out of 5, and a lot of muddy shoes.', 'homePage', 'sections[_key=="families"].heading'],
  ['Early bird until Thu 10 Dec 2026, 6.23 am', 'homePage', 'countdown'],
  ['Your spot is held for 30 minutes once you pick one.', 'homePage', 'booking'],
  ['Four trails from here. Take the one that fits today.', 'popup-welcome', 'text'],
  ['No otters were rushed …', 'siteSettings', 'footer'],
  ['This weekend at Somerset', 'homePage', ''],
  ['White Otter', 'team-white', 'name'],
  ['Paid once, nothing renews', 'wording-prices', 'pass-end'],
  ['SOLD OUT', 'wording-prices', 'rungMessage/gone'],
  ['5 LEFT', 'wording-prices', 'rungMessage/now'],
  ['Listed price', 'wording-prices', 'campMessages/listed'],
  ['May we learn from your visit?', 'wording-consent', 'consentMessages/title'],
  ['Sign in to see your children, credits and bookings.', 'wording-sign-in', 'messages/lead'],
  [
    'Please choose a class or a camp first. If it is full, it has a button for the waitlist.',
    'wording-waitlist',
    'notFoundMessages/missing/text',
  ],
  ['There is room for 2 of your 3 children', 'wording-checkout', 'messages/short/title'],
  ['Pay S$549', 'wording-checkout', 'messages/pay'],
  ['Kai and Lia are in.', 'wording-confirmation', 'messages/enrolled'],
  ['Question 1 of 3', 'wording-booking', 'progressMessage'],
  ['33% Complete', 'wording-booking', 'percentMessage'],
])('the search for “%s” finds %s first', (sentence, id, field) => {
  const [first] = find(sentence);
  expect(first?.id).toBe(id);
  expect(first?.path).toContain(field);
});

test('the search finds nothing for words that are in no text', () =>
  expect(find('Xylophon quark')).toEqual([]));

test('the field of a sentence can be opened by its address', () => {
  expect(keyIn(pathOf('features/a/messages:b/c~2'))).toBe('features/a/messages:b/c~2');
  expect(['wording-quiz', 'drafts.wording-quiz', 'versions.r1.wording-quiz'].map(screenIdOf)).toEqual(
    Array(3).fill('quiz'),
  );
  expect(screenIdOf(wordingId('checkout'))).toBe('checkout');
});

const root = process.cwd();
const files = readWording(root);

test('Studio’s catalogue contains the sentences of the code', () => {
  const ofCode = files.flatMap(({ sentences }) => sentences.map(({ key, text }) => `${key}: ${text}`));
  const ofStudio = Object.values(catalogue).flatMap((list) => list.map(({ key, text }) => `${key}: ${text}`));
  expect(ofStudio.toSorted()).toEqual(ofCode.toSorted());
  expect(new Set(ofCode).size).toBe(ofCode.length);
});

test('a text that a parent agrees to can be changed only in the code', () => {
  const texts = Object.values(catalogue).flatMap((list) => list.map(({ text }) => text));
  expect(texts.filter((text) => /I accept that risk|coaches may give first aid/.test(text))).toEqual([]);
  expect(texts.filter((text) => /until I stop it|I agree to lose|you agree to the/.test(text))).toEqual([]);
});

test.each([
  'contract/pass-end:renewalsAgreed',
  'features/auth/messages:signUpMessages/agree',
  'features/checkout/messages:consentMessages/',
  'features/family/child/messages:consentMessages/',
  'features/family/parents/consents/messages:consentMessages/agree',
  'features/family/privacy/messages:eraseMessages/acceptLoss',
  'ui/consent/messages:consentMessages/text',
  'ui/consent/messages:choiceMessages/purposes/',
])('a sentence of an agreement cannot be changed in Studio: %s', (agreement) => {
  const keys = Object.values(catalogue).flatMap((list) => list.map(({ key }) => key));
  expect(keys.filter((key) => key.startsWith(agreement))).toEqual([]);
  // If a message were renamed, the rule would no longer protect it.
  const [file = '', place = ''] = agreement.split(':');
  const [name = ''] = place.split('/');
  const folder = file.startsWith('contract/') ? 'supabase/functions/_shared' : 'src';
  expect(readFileSync(`${folder}/${file}.ts`, 'utf8')).toContain(name);
});

test('every screen has sentences in the catalogue', () => {
  expect(screens.filter(({ id }) => (catalogue[id] ?? []).length === 0)).toEqual([]);
});

test('each file can still be read after every sentence of the pages was changed', () => {
  const ofPages = files.filter(({ file }) => !file.includes('/mails/'));
  for (const { file, sentences } of ofPages) {
    const texts = new Map(sentences.map(({ key, text }) => [key, `${text} \`Changed\`.`]));
    const changed = withWording(readFileSync(file, 'utf8'), sentences, texts);
    expect(() => sentencesIn(file, changed)).not.toThrow();
    expect(changed.split('Changed').length - 1).toBeGreaterThanOrEqual(sentences.length);
  }
});

/** Texts that only staff or developers read, and texts about a network, a code or a person that sell nothing. */
const inCodeOnly = /\/staff\/|^src\/(?:api|domain|ui\/staff)\//;

test('every file of messages that families read can be changed', () => {
  const editable = new Set(files.map(({ file }) => file));
  const messages = sources(['src'], /\/[\w-]*messages\.tsx?$/).map(({ file }) => file);
  expect(messages.filter((file) => !editable.has(file) && !inCodeOnly.test(file))).toEqual([]);
});
