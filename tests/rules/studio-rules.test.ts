import { describe, expect, it, test } from 'vitest';
import { formFieldsProblem, keyProblem, optionsProblem } from '#studio/schemaTypes/rules/form-fields.ts';
import { highlightProblem } from '#studio/schemaTypes/rules/highlight.ts';
import { altProblem, altRemark } from '#studio/schemaTypes/rules/picture.ts';
import { priceProblem } from '#contract/selling-rules/price.ts';
import { proofRemark } from '#studio/schemaTypes/rules/proof.ts';
import { quizResultsProblem } from '#studio/schemaTypes/rules/quiz.ts';
import { rebateProblem } from '#contract/selling-rules/rebate.ts';
import { redirectFromProblem, redirectToProblem } from '#studio/schemaTypes/rules/redirect.ts';
import { refundRuleProblem, refundsProblem, type RefundRule } from '#contract/selling-rules/refunds.ts';
import { rungsProblem, rungsRemark, type Rung } from '#contract/selling-rules/rungs.ts';
import { seoDescriptionRemark, seoTitleRemark } from '#studio/schemaTypes/rules/seo.ts';
import { shortNameProblem } from '#contract/selling-rules/short-name.ts';
import { tabColorsProblem } from '#studio/schemaTypes/rules/tab-colors.ts';

/** Expects a message that matches, or no message if `expected` is null. */
const check = (found: string | null, expected: RegExp | null) =>
  expected === null ? expect(found).toBeNull() : expect(found).toMatch(expected);

test.each<[number | undefined, RegExp | null]>([
  [undefined, null],
  [41.75, null],
  [0.5, null],
  [20_000, null],
  [0, /more than S\$0/],
  [-5, /more than S\$0/],
  [0.49, /S\$0\.50 or more/],
  [41.755, /two decimals/],
  [20_000.5, /decimal point/],
])('the price %s is checked', (price, expected) => check(priceProblem(price), expected));

test.each<[string | undefined, string | undefined, RegExp | null]>([
  ['#FFFFFF', '#C62828', null],
  ['#101614', '#FFFDF8', null],
  ['#101614', '#C62828', /hard to read/],
  ['#FFFFFF', undefined, null],
  [undefined, '#C62828', null],
])('text %s on the tab %s is checked', (text, tab, expected) => check(tabColorsProblem(text, tab), expected));

describe('rungs', () => {
  const first: Rung = { id: 'first', name: 'First', price: 490, places: 5 };
  const second: Rung = { id: 'second', name: 'Second', price: 549, places: 10 };

  test.each<[string, Rung[] | undefined, number | undefined, RegExp | null]>([
    ['none', undefined, 590, null],
    ['rising towards the listed price', [first, second], 590, null],
    ['not yet priced', [{ id: 'first' }, second], 590, null],
    ['before the listed price is filled in', [first, second], undefined, null],
    ['at the listed price', [first, { ...second, price: 590 }], 590, /“Second” costs S\$590.*listed price/],
    ['falling', [second, first], 590, /“First” costs S\$490 and comes after one at S\$549/],
    ['of one price', [first, { ...second, price: 490 }], 590, /prices rise/],
    ['falling past one without a price', [second, { id: 'x' }, first], 590, /comes after one at S\$549/],
    ['of one short name', [first, { ...second, id: 'first' }], 590, /Two rungs have the short name “first”/],
    ['called listed', [{ ...first, id: 'listed' }], 590, /can’t have the short name “listed”/],
    ['without a name', [{ price: 600 }], 590, /“Rung 1”/],
  ])('are checked: %s', (_, rungs, listed, expected) => check(rungsProblem(rungs, listed), expected));

  const now = new Date('2026-11-21T00:00:00Z');
  const past = '2026-11-20T15:59:00Z';
  const soon = '2026-12-01T15:59:00Z';
  const later = '2026-12-08T15:59:00Z';
  test.each<[string, Rung[] | undefined, RegExp | null]>([
    ['none', undefined, null],
    ['with places', [first, second], null],
    [
      'ending one after the other',
      [
        { ...first, deadline: soon },
        { ...second, deadline: later },
      ],
      null,
    ],
    ['past its deadline', [{ ...first, deadline: past }], /deadline of “First” has passed/],
    ['past its deadline and closed', [{ ...first, deadline: past, closed: true }], null],
    ['without places or deadline', [{ id: 'first', price: 490 }], /neither a number of spots nor a deadline/],
    [
      'ending before the one above it',
      [
        { id: 'first', price: 490, deadline: later },
        { ...second, deadline: soon },
      ],
      /“Second” ends before “first”/,
    ],
    [
      'that may be reached by places',
      [
        { ...first, deadline: later },
        { ...second, deadline: soon },
      ],
      null,
    ],
  ])('get a remark: %s', (_, rungs, expected) => check(rungsRemark(rungs, now), expected));
});

test.each<[unknown, unknown, RegExp | null]>([
  [undefined, { price: 590 }, null],
  [{ amount: 50 }, { price: 590, rungs: [{ price: 490 }] }, null],
  [{ amount: 50 }, undefined, null],
  [{ amount: 490 }, { price: 590, rungs: [{ price: 490 }] }, /not below the lowest price, S\$490/],
  [{ amount: 600 }, { price: 590 }, /not below the lowest price, S\$590/],
  [{ amount: 0 }, { price: 590 }, /leave it empty/],
])('a sibling rebate %o of a tier %o is checked', (rebate, tier, expected) =>
  check(rebateProblem(rebate, tier), expected),
);

test.each<[RefundRule[] | undefined, RegExp | null]>([
  [undefined, null],
  [
    [
      { hoursBefore: 336, percent: 100 },
      { hoursBefore: 168, percent: 50 },
    ],
    null,
  ],
  [[{ hoursBefore: 336 }, { percent: 50 }], null],
  [
    [
      { hoursBefore: 24, percent: 100 },
      { hoursBefore: 48, percent: 50 },
    ],
    /“2 days before” comes after “24 hours before”/,
  ],
  [
    [
      { hoursBefore: 48, percent: 50 },
      { hoursBefore: 24, percent: 50 },
    ],
    /gives 50%, which is not less than the 50%/,
  ],
  [
    [
      { daysAfterPurchase: 7, percent: 100 },
      { hoursBefore: 24, percent: 100 },
      { daysAfterPurchase: 14, percent: 50 },
    ],
    null,
  ],
  [
    [
      { daysAfterPurchase: 14, percent: 100 },
      { hoursBefore: 24, percent: 80 },
      { daysAfterPurchase: 1, percent: 50 },
    ],
    /“1 day after purchase” comes after “14 days after purchase”/,
  ],
  [
    [
      { daysAfterPurchase: 7, percent: 50 },
      { daysAfterPurchase: 14, percent: 60 },
    ],
    /Cancelling 14 days after purchase gives 60%, which is not less than the 50%/,
  ],
  [[{ daysAfterPurchase: 7, hoursBefore: 24, percent: 50 }, { percent: 50 }], null],
])('the refund rules %o are checked', (rules, expected) => check(refundsProblem(rules), expected));

test.each<[RefundRule[], RegExp | null]>([
  [[], null],
  [[{ daysAfterPurchase: 14, percent: 100 }], null],
  [
    [
      { daysAfterPurchase: 14, percent: 100 },
      { hoursBefore: 24, percent: 50 },
    ],
    /It has no date/,
  ],
])('the refund rules %o of an offer without a date are checked', (rules, expected) =>
  check(refundsProblem(rules, false), expected),
);

test.each<[RefundRule, RegExp | null]>([
  [{ hoursBefore: 0 }, null],
  [{ daysAfterPurchase: 0, percent: 100 }, null],
  [{ percent: 100 }, /Fill in the hours/],
  [{ hoursBefore: 24, daysAfterPurchase: 7 }, /either hours before the start or days after purchase/],
])('the refund rule %o is checked', (rule, expected) => check(refundRuleProblem(rule), expected));

test.each<[string | undefined, RegExp | null]>([
  [undefined, null],
  ['east-coast', null],
  ['East-Coast', /small letters/],
  ['east coast', /not a space/],
  ['1st', /Start with a letter/],
  ['', /Start with a letter/],
  ['a'.repeat(41), /40 characters/],
])('the short name “%s” is checked', (name, expected) => check(shortNameProblem(name), expected));

describe('redirects', () => {
  const taken = { redirects: ['/tryout'], pages: ['/june-holidays'] };
  test.each<[string | undefined, RegExp | null]>([
    [undefined, null],
    ['/holiday-camp', null],
    ['/camps', /is already the page “Holiday camps”/],
    ['/Tryout', /Another redirect already uses \/tryout/],
    ['/tryout', /Another redirect already uses/],
    ['/June-Holidays', /is a page made of blocks/],
    ['holiday', /Start the address with \//],
    ['/checkout/flexi', /already|belong/],
    ['/_astro/x', /small letters|belong/],
  ])('are checked from %s', (from, expected) => check(redirectFromProblem(from, taken), expected));

  test.each<[string | undefined, RegExp | null]>([
    [undefined, null],
    ['/camps', null],
    ['https://example.com/camp', null],
    ['/old', /leads to itself/],
    ['/tryout', /is a redirect too/],
    ['/kamps', /no page \/kamps/],
    ['/june-holidays', null],
    ['http://example.com', /https/],
  ])('are checked to %s', (to, expected) => check(redirectToProblem(to, '/old', taken), expected));
});

describe('texts for search engines', () => {
  it('may have a title of 60 characters, counted with the product’s name', () => {
    check(seoTitleRemark('a'.repeat(60)), null);
    check(seoTitleRemark('a'.repeat(61)), /61 characters/);
    check(seoTitleRemark('a'.repeat(54) + '{product}'), null);
  });
  it('should have a description of 50 to 160 characters', () => {
    check(seoDescriptionRemark(undefined), null);
    check(seoDescriptionRemark('a'.repeat(50)), null);
    check(seoDescriptionRemark('a'.repeat(160)), null);
    check(seoDescriptionRemark('a'.repeat(49)), /Under 50/);
    check(seoDescriptionRemark('a'.repeat(161)), /after about 160/);
  });
});

describe('descriptions of pictures', () => {
  const image = { asset: { _ref: 'image-1' } };
  test.each<[string | undefined, object, RegExp | null]>([
    ['An otter in a kayak.', { image }, null],
    [undefined, {}, null],
    [undefined, { image: {} }, null],
    [undefined, { image }, /what the picture shows/],
    ['  ', { image }, /what the picture shows/],
    ['IMG_2041', { image }, /file name/],
    ['otter.jpg', { image }, /file name/],
  ])('are checked: “%s”', (alt, picture, expected) => check(altProblem(alt, picture), expected));
  it('do not need “picture of”', () => {
    check(altRemark('A picture of an otter'), /Leave out/);
    check(altRemark('An otter pictured from above'), null);
  });
});

describe('forms', () => {
  const name = { key: 'name', type: 'contactName' };
  const email = { key: 'mail', type: 'contactEmail' };
  test.each<[string, object[] | undefined, RegExp | null]>([
    ['nothing', undefined, /at least one question/],
    ['name and e-mail', [name, email], null],
    ['name and phone', [name, { key: 'phone', type: 'contactPhone' }], null],
    ['no name', [email], /family’s name/],
    ['no contact', [name], /e-mail or phone/],
    ['one key twice', [name, email, { key: 'mail', type: 'text' }], /Two questions have the key “mail”/],
    [
      'two lists of guests',
      [name, email, { key: 'a', type: 'guests' }, { key: 'b', type: 'guests' }],
      /who is coming/,
    ],
    [
      'two questions of one kind',
      [name, email, { key: 'a', type: 'text' }, { key: 'b', type: 'text' }],
      null,
    ],
  ])('need a contact: %s', (_, fields, expected) => check(formFieldsProblem(fields), expected));

  test.each<[string, RegExp | null]>([
    ['shoeSize', null],
    ['shoe size', /Start with a letter/],
    ['1size', /Start with a letter/],
    ['a'.repeat(61), /Start with a letter/],
  ])('accept or refuse the key “%s”', (key, expected) => check(keyProblem(key), expected));

  test.each<[string, object, RegExp | null]>([
    ['a line of text', { type: 'text' }, null],
    ['a choice of two', { type: 'choice', options: [{ value: 'a' }, { value: 'b' }] }, null],
    ['a choice of one', { type: 'select', options: [{ value: 'a' }] }, /at least two options/],
    ['one value twice', { type: 'multiple', options: [{ value: 'a' }, { value: 'a' }] }, /stored as “a”/],
  ])('need options or not: %s', (_, field, expected) => check(optionsProblem(field), expected));
});

it('a highlight has to be part of the text', () => {
  check(highlightProblem('with a map', 'Out, with a map.'), null);
  check(highlightProblem(undefined, 'Out.'), null);
  check(highlightProblem('With a map', 'Out, with a map.'), /different capital letters/);
  check(highlightProblem('with a compass', 'Out, with a map.'), /does not have these words/);
});

it('the quiz has one result for each team, and one for no team', () => {
  const all = ['white', 'red', 'black', 'x', 'none'].map((team) => ({ team }));
  check(quizResultsProblem(all), null);
  check(quizResultsProblem(all.slice(0, 3)), /Add a result for x, “no team fits”/);
  check(quizResultsProblem([...all, { team: 'x' }]), /two results/);
});

it('simulated numbers are published only with a warning', () => {
  check(proofRemark('simulated'), /invented.*consumer law/);
  check(proofRemark('real'), null);
  check(proofRemark('off'), null);
});
