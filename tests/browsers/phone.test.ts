// Tests a phone of 390 × 844 pixels: its keyboards, autofill, dialogs, bars and going back (`npm run test:browsers`).
import { expect, it } from 'vitest';
import { makeSession } from '../e2e/support/after-sale.ts';
import { hold } from '../e2e/support/backend.ts';
import { env } from '../e2e/support/env.ts';
import { inEachBrowser } from './support/browsers.ts';
import { fillCheckout } from './support/checkout.ts';
import { until } from './support/engine.ts';

/** Runs in the page. Finds visible fields that make a phone zoom, or show the wrong keyboard or no autofill. */
const BAD_FIELDS = `
  const autofill = { email: /^(email|username)$/, tel: /^(tel|username)$/, password: /^(current|new)-password$/,
    numeric: /^(off|one-time-code)$/ };
  const texts = 'input:not([type=radio], [type=checkbox], [type=hidden], [type=submit]), select, textarea';
  return [...document.querySelectorAll(texts)].filter((one) => one.getClientRects().length > 0).flatMap((one) => {
    const size = parseFloat(getComputedStyle(one).fontSize);
    const kind = one.inputMode || one.type;
    const expected = autofill[kind];
    const wrong = [];
    if (size < 16) wrong.push(size + ' px');
    if (expected && !expected.test(one.autocomplete)) wrong.push(kind + ' with autocomplete "' + one.autocomplete + '"');
    return wrong.map((what) => location.pathname + ' ' + (one.labels?.[0]?.innerText ?? one.id) + ': ' + what);
  });`;

/** Runs in the page. Finds the focused field if something covers it or it is not on the screen. */
const COVERED_FIELD = `
  const field = document.activeElement;
  if (!field?.matches('input:not([type=radio], [type=checkbox]), select, textarea')) return null;
  const { x, y, width, height } = field.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top && (field.contains(top) || top.contains(field)) ? null : field.id + ' under ' + (top?.className ?? 'the edge');`;

const TAB = '\uE004';

inEachBrowser((browser, browserName) => {
  it('the forms do not make the phone zoom, and each field has its keyboard and autofill', async () => {
    const { visitor, engine, site, openTryOut } = browser();
    const full = await makeSession({ capacity: 1 });
    await hold(full);
    const badFields: string[] = [];
    for (const [path, label] of [
      ['/auth', 'Password'],
      [`/waitlist?session=${full}`, 'Parent’s name'],
      ['/dynamic-form', ''],
      ['/birthdays', ''],
    ] as const) {
      await visitor.open(site + path);
      await visitor.see(label ? { label } : { role: 'heading', name: '/./' });
      badFields.push(...(await engine.run<string[]>(BAD_FIELDS)));
    }
    await openTryOut();
    badFields.push(...(await engine.run<string[]>(BAD_FIELDS)));
    await visitor.open(`${site}/passes`);
    await visitor.press({ role: 'button', name: 'Reserve Your Spot' });
    await visitor.see({ role: 'dialog', name: 'Reserve Your Spot' });
    badFields.push(...(await engine.run<string[]>(BAD_FIELDS)));
    expect(badFields).toEqual([]);
  });

  it('a dialog stays inside the screen, and its button can be reached', async () => {
    const { visitor, engine, site } = browser();
    await visitor.open(`${site}/passes`);
    await visitor.press({ role: 'button', name: 'Reserve Your Spot' });
    const dialog = { role: 'dialog', name: 'Reserve Your Spot' };
    await visitor.see(dialog);
    await until(async () => {
      const edges = await engine.run<number[]>(`
        const { left, top, right, bottom } = document.querySelector('dialog[open]').getBoundingClientRect();
        return [left, top, innerWidth - right, innerHeight - bottom]`);
      expect(Math.min(...edges)).toBeGreaterThanOrEqual(0);
    });
    await visitor.press({ role: 'button', name: 'Reserve my spot', within: dialog });
    // Missing fields are marked, and the focus goes to the first one.
    expect(await engine.run<string>('return document.activeElement.id')).toBe('reserve-name');
    await visitor.press({ role: 'button', name: 'Close', within: dialog });
    expect(await engine.run<boolean>("return document.querySelector('dialog[open]') === null")).toBe(true);
  });

  it('no bar of the checkout covers the field that has the focus', async () => {
    const { visitor, engine, openTryOut } = browser();
    await openTryOut();
    await visitor.press({ label: 'Child’s full name' });
    for (let fields = 0; fields < 40; fields++) {
      await engine.type(TAB);
      // This waits for the end of a smooth scroll.
      await until(async () => expect(await engine.run<string | null>(COVERED_FIELD)).toBeNull());
    }
  });

  // WebKit's driver stops answering once the browser has gone back to a page of another origin.
  it.skipIf(browserName === 'WebKit')(
    'a parent who comes back from Stripe finds the checkout, and can pay again',
    async () => {
      const { visitor, engine, name, openTryOut } = browser();
      const email = `back.${name.toLowerCase()}@example.com`;
      await openTryOut();
      await fillCheckout(visitor, { child: `Ben ${name}`, email });
      await visitor.press({ role: 'button', name: 'Pay S$38' });
      await visitor.arrive(new RegExp(`^${env('STRIPE_API_URL')}`));
      await engine.goBack();
      await visitor.arrive(/\/try-out-checkout/);
      expect(await visitor.valueOf({ label: 'E-mail' })).toBe(email);
      // A page from the browser's back-forward cache still has the signature, which is saved nowhere.
      expect(await visitor.valueOf({ label: 'Your signature' })).toBe('Lim Wei Ming');
      await visitor.press({ role: 'button', name: 'Pay S$38' });
      await visitor.arrive(new RegExp(`^${env('STRIPE_API_URL')}`));
    },
  );
});
