// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { writeStored } from '#browser/storage.ts';
import { Consents } from '#features/checkout/form/Consents.tsx';
import { PayButton } from '#features/checkout/order/Pay.tsx';
import { openCheckout } from '#support/unit/checkout-store.ts';
import { texts, words } from '../checkout/examples.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { cart, order } from '#support/unit/examples.ts';

const browser = fakeBrowser();
afterEach(cleanup);

const renewing = { renews: true, price_cents: 16_700 };

it.each([
  [renewing, 'Renews every 4 weeks, S$167, stop any time', 'By card, on Stripe’s secure page'],
  [{}, 'Paid once, nothing renews. Unused sessions end after 130 days', 'By card or PayNow'],
  [{ sessions: null, validity_days: null }, null, 'By card or PayNow'],
])(
  'the text beside the button says how a pass ends or renews and how it can be paid: %j',
  async (over, end, paid) => {
    writeStored('otter_cart', cart());
    const lines = order().lines.map((line) => ({ ...line, ...over }));
    browser.api
      .on('hold_order', { body: { ...order({ lines }), left_out: [] } })
      .on('consent_texts', { body: texts });
    const { checkout } = await openCheckout();
    render(<PayButton checkout={checkout} note="By card or PayNow" />);
    const notes = [...document.querySelectorAll('.checkout-pay p')].map(({ textContent }) => textContent);
    expect(notes).toEqual([...(end === null ? [] : [end]), paid]);
  },
);

it('the text of each consent says whether it is required and how to withdraw it, and that a renewal is agreed to', async () => {
  writeStored('otter_cart', cart());
  const lines = order().lines.map((line) => ({ ...line, ...renewing }));
  browser.api
    .on('hold_order', { body: { ...order({ lines }), left_out: [] } })
    .on('consent_texts', { body: texts });
  const { checkout } = await openCheckout();
  render(<Consents checkout={checkout} words={words} />);
  await screen.findAllByRole('checkbox');
  const labelText = (id: string) => document.querySelector(`label[for="consents.${id}"]`)?.textContent ?? '';
  expect(labelText('terms')).toContain('My pass renews every 4 weeks for S$167 by card until I stop it.');
  const notes = ['terms', 'activity', 'liability', 'medical', 'marketing', 'photo'].map(
    (id) => document.querySelector(`label[for="consents.${id}"] small`)?.textContent,
  );
  const later = 'Needed before the first session';
  expect(notes).toEqual(['Needed', 'Needed', later, later, 'Optional', 'Optional']);
});
