import { expect, test } from 'vitest';
import { isMoment } from '#contract/moment.ts';
import { toOffers } from '#server/publishing/offers.ts';
import { momentTexts } from '#support/moment-texts.ts';

test.each(momentTexts)('the text %s is a valid moment: %s', (text, isValid) =>
  expect(isMoment(text)).toBe(isValid),
);

test('a document with an invalid moment is refused, and the others are not', () => {
  const holiday = {
    _id: 'good',
    _rev: 'r1',
    _type: 'holidayPackage',
    _updatedAt: '2026-11-21T02:00:00Z',
    name: 'Holiday package',
    price: 197,
  };
  const from = '2026-02-30T00:00:00Z';
  const badFields = [{ saleTime: { from } }, { plannedPrices: [{ from, price: 210 }] }];
  const { offers, refused } = toOffers([
    holiday,
    ...badFields.map((more, n) => ({ ...holiday, ...more, _id: `bad-${n}` })),
  ]);
  expect(offers.map(({ id }) => id)).toEqual(['good']);
  expect(refused).toMatchObject([
    { id: 'bad-0', problem: expect.stringMatching(/not a date and time/) as string },
    { id: 'bad-1', problem: expect.stringMatching(/not a date and time/) as string },
  ]);
});
