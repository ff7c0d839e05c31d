/** Tests the form of a sale at the desk that is paid in two ways. */
import { expect, it } from 'vitest';
import { emptyDraft, type SaleDraft } from '#features/staff/sales/draft.ts';
import { type Catalogue, checkSale, splitMethods } from '#features/staff/sales/model.ts';

const catalogue = {
  offers: [{ id: 'pass-term', kind: 'pass', title: 'Term', price_cents: 69_700, details: { transport: [] } }],
  sessions: [],
  camps: [],
} as unknown as Catalogue;
const item = { product: 'offer:pass-term', session: '', transport: '' };
const completeSale = (): SaleDraft => ({
  ...emptyDraft(),
  isNew: true,
  name: 'Wei',
  email: 'wei@example.test',
  phone: '91234567',
  children: [{ id: null, name: 'Kai', day: '1', month: '5', year: '2018', items: [item] }],
  consents: { terms: 2, activity: 1 },
  method: 'cash',
});
const rules = { today: '2026-11-18', displayedTotal: 69_700 };

it.each([
  ['card_terminal', '300', { split: { method: 'card_terminal', cents: 30_000 } }, []],
  ['cash', '300', {}, []],
  [null, '300', {}, []],
  ['card_terminal', '', null, ['split.cents']],
  ['card_terminal', '697', null, ['split.cents']],
  ['card_terminal', '0', null, ['split.cents']],
] as const)('a second part %s of S$%s becomes %j', (splitMethod, splitAmount, sent, wrong) => {
  const { faults, sale } = checkSale({ ...completeSale(), splitMethod, splitAmount }, catalogue, rules);
  expect(Object.keys(faults)).toEqual(wrong);
  expect(sale && { ...(sale.split && { split: sale.split }) }).toEqual(sent);
});

it('the desk sends no second part with a balance', () =>
  expect(
    checkSale(
      { ...completeSale(), splitMethod: 'card_terminal', splitAmount: '300', fromBalance: true },
      catalogue,
      { ...rules, balance: 20_000 },
    ).sale,
  ).not.toHaveProperty('split'));

it('with a UEN, PayNow can only be the first way', () => {
  expect(splitMethods({ method: 'cash' }, false)).toEqual(['paynow', 'card_terminal']);
  expect(splitMethods({ method: 'cash' }, true)).toEqual(['card_terminal']);
  expect(splitMethods({ method: 'paynow' }, true)).toEqual(['cash', 'card_terminal']);
});
