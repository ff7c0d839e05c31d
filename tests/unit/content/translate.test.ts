import { expect, test, vi } from 'vitest';
import { readTranslations, translate } from '#content/translate.ts';

vi.mock('#config/language.ts', () => ({ language: 'zh', listLocale: 'zh-Hans' }));

const translations = readTranslations(
  [
    {
      _id: 'zh-homePage',
      texts: [
        { was: 'Brave is practised.', text: '勇敢是练出来的。' },
        { was: 'Book', text: '预订' },
        { was: 'Empty', text: ' ' },
      ],
    },
    { _id: 'zh-campsPage', texts: [{ was: 'Book', text: '报名' }] },
    { _id: 'zh-wording-checkout', texts: [{ was: 'A sentence of the code', text: '代码' }] },
  ],
  ['/june-camp'],
  ['legal-terms'],
);
const inChinese = (value: unknown) => translate(value, translations);

test('a text is Chinese if somebody has translated it, and English otherwise', () => {
  expect(
    inChinese({
      _id: 'homePage',
      _type: 'homePage',
      heading: 'Brave is practised.',
      lead: 'Not translated.',
      note: 'Empty',
      sections: [{ _key: 'a', _type: 'part', label: 'Book' }],
    }),
  ).toEqual({
    _id: 'homePage',
    _type: 'homePage',
    heading: '勇敢是练出来的。',
    lead: 'Not translated.',
    note: 'Empty',
    sections: [{ _key: 'a', _type: 'part', label: '预订' }],
  });
});

test('a document’s own translation takes precedence, and a changed English text has none', () => {
  expect(
    inChinese([{ _id: 'campsPage', _type: 'campsPage', label: 'Book', title: 'Brave is learnt.' }]),
  ).toEqual([{ _id: 'campsPage', _type: 'campsPage', label: '报名', title: 'Brave is learnt.' }]);
  expect(inChinese({ _id: 'other', _type: 'pass', name: 'Book', code: 'A sentence of the code' })).toEqual({
    _id: 'other',
    _type: 'pass',
    name: '预订',
    code: 'A sentence of the code',
  });
});

test('prices, rules and what parents agree to are the same in all languages', () => {
  const pass = { _id: 'pass-flexi', _type: 'pass', price: 167, cancellation: 'Book', kind: 'Book' };
  expect(inChinese(pass)).toEqual({ ...pass, kind: '预订' });
  const consents = { _id: 'checkoutPage', _type: 'checkoutPage', consents: { termsText: 'Book' } };
  expect(inChinese(consents)).toEqual(consents);
  // The query for legal texts does not select their type.
  const legal = { _id: 'legal-terms', title: 'Book', sections: [{ heading: 'Book' }] };
  expect(inChinese(legal)).toEqual(legal);
});

test.each([
  ['/', '/zh'],
  ['/camps#packages', '/zh/camps#packages'],
  ['/checkout/flexi', '/zh/checkout/flexi'],
  ['/#book-your-{product}-experience', '/zh#book-your-otter-experience'],
  ['/june-camp', '/zh/june-camp'],
  ['/auth', '/auth'],
  ['/images/a.jpg', '/images/a.jpg'],
  ['//evil.example/camps', '//evil.example/camps'],
  ['https://www.instagram.com/otter', 'https://www.instagram.com/otter'],
])('a link to %s leads to %s', (href, expected) => {
  expect(inChinese({ _type: 'link', label: 'Book', href })).toEqual({
    _type: 'link',
    label: '预订',
    href: expected,
  });
});
