import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Document } from '#config/text-sources.ts';
import { keyOfText, translatableTexts } from '#config/translatable.ts';
import { catalogue } from '#studio/wording/catalogue.gen.ts';
import { countTranslations } from '#studio/translation/count.ts';
import {
  findOutdated,
  type Pair,
  pairOf,
  translationProblem,
  wantedTexts,
} from '#studio/translation/pairs.ts';

const page: Document = {
  _id: 'homePage',
  _type: 'homePage',
  heading: 'Brave is {product}.',
  price: 167,
  link: { _type: 'link', label: 'Book', href: '/camps' },
  consents: { text: 'I agree' },
};
const makePair = (was: string, text: string, more: Partial<Pair> = {}): Pair => ({
  _key: keyOfText(was),
  was,
  text,
  ...more,
});

test('texts can be translated, but neither addresses nor texts that parents agree to', () => {
  expect(translatableTexts(page)).toEqual(['Brave is {product}.', 'Book']);
  expect(translatableTexts({ ...page, _type: 'legalPage' })).toEqual([]);
});

test('a proposal, a lost placeholder and an empty text can’t be published', () => {
  expect(translationProblem('homePage', makePair('Brave is {product}.', '勇敢 {product}'))).toBeNull();
  expect(translationProblem('homePage', makePair('Book', '预订', { proposed: true }))).toContain(
    'I have read it',
  );
  expect(translationProblem('homePage', makePair('Brave is {product}.', '勇敢'))).toContain('{product}');
  expect(translationProblem('homePage', makePair('Book', '预订 {name}'))).toContain('{name}');
  expect(translationProblem('homePage', makePair('Book', ''))).not.toBeNull();
  expect(translationProblem('wording-checkout', makePair('Pay {amount}', '支付\n{amount}'))).not.toBeNull();
});

test.each([
  ['Your {credit is/credits are} back.', '课时已退回。', null],
  ['{names} {is/are} in, {was/were 2} {it/them}.', '{names} 报名成功。', null],
  ['These {classes/class} {goes/go} on.', '课程继续。', null],
  ['Book again.{We no longer hold the spot for you, so please bo…/}', '重新预订。', 'We no longer hold'],
  ['It is yours. {Your deposit is paid./It is bo…/}', '归您了。', 'Your deposit is paid.'],
  ['This {class/camp} ends.', '已结束。', '{class/camp}'],
  ['We asked {a few hours ago/just now}.', '我们问过。', '{a few hours ago/just now}'],
  ['We asked {a few hours ago/just now}.', '我们{a few hours ago/just now}问过。', null],
])('a translation of “%s” keeps what its choices say: %s', (was, text, kept) => {
  const problem = translationProblem('wording-mails-booking', makePair(was, text));
  if (kept === null) expect(problem).toBeNull();
  else expect(problem).toContain(kept);
});

test('a translation belongs to its English text', () => {
  const pairs = [makePair('Book', '预订'), makePair('Brave', '勇敢')];
  expect(pairOf('Book', pairs)?.text).toBe('预订');
  expect(findOutdated(pairs, wantedTexts('homePage', page))).toEqual([makePair('Brave', '勇敢')]);
});

test('missing, outdated and unread translations are counted by document', () => {
  const texts = [makePair('Brave', '勇敢'), makePair('Book', '预订', { proposed: true })];
  const counted = countTranslations([page, { _id: 'zh-homePage', _type: 'translation', texts }]);
  expect(counted.find(({ id }) => id === 'zh-homePage')).toEqual({
    ...{ id: 'zh-homePage', title: 'Home' },
    ...{ total: 2, missing: 2, unread: 1, outdated: 1 },
  });
});

test('every translation of the seed can be published, and its English text exists', () => {
  const documents = readFileSync('studio/seed/data.ndjson', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Document);
  const progress = countTranslations(documents);
  expect(progress.filter((one) => one.outdated + one.unread > 0)).toEqual([]);
  for (const { _id, _type, texts } of documents)
    if (_type === 'translation')
      for (const one of texts as Pair[])
        expect(translationProblem(_id.replace(/^zh-/, ''), one), `${_id}: ${one.was}`).toBeNull();
  for (const id of [
    'homePage',
    'campsPage',
    'passesPage',
    'checkoutPage',
    'wording-booking',
    'wording-checkout',
  ]) {
    const { total = 0, missing = 0 } = progress.find((one) => one.id === `zh-${id}`) ?? {};
    expect((total - missing) / total, id).toBeGreaterThan(0.7);
  }
});

test('every translated sentence of the seed that has a key still exists under that key', () => {
  const keys = new Set(Object.values(catalogue).flatMap((sentences) => sentences.map(({ key }) => key)));
  const translatedKeys = readFileSync('studio/seed/data.ndjson', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Document)
    .filter(({ _type }) => _type === 'translation')
    .flatMap(({ texts }) => (texts as Pair[]).map(({ _key }) => _key))
    .filter((key) => key.includes(':'));
  expect(translatedKeys.length).toBeGreaterThan(0);
  expect(translatedKeys.filter((key) => !keys.has(key))).toEqual([]);
});
