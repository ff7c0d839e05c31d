import { expect, it } from 'vitest';
import { renderMail } from '../../../supabase/functions/_shared/server/mails/render.ts';
import { everyMail } from '../../support/every-mail.ts';

const site = 'https://otter.test';
const [one, two] = everyMail['waitlist_offer'] ?? [];
const render = (payload: object = {}) => renderMail('waitlist_offer', payload, site);

it('says hours and price, and one tap leads to the order that waits to be paid', async () => {
  const { html, text } = await render(one);
  for (const words of ['10.30 am to 11.30 am', 'S$45', 'Thu 26 Nov 2026, 10.00 am'])
    expect(text).toContain(words);
  expect(html).toContain(`href="${site}/checkout?waitlist=0b7ff0a4-0000-4000-8000-000000000002"`);
  expect(html).toContain(`href="${site}/waitlist?entry=0b7ff0a4-0000-4000-8000-000000000002"`);
});

it('of several places says that the price is for one', async () => {
  expect((await render(two)).text).toContain('S$1,060 for each child, before any rebate');
});

it('that was written before prices stood in it is sent all the same', async () => {
  const { text } = await render({ ...one, price_cents: undefined });
  expect(text).toContain('Take the place');
  expect(text).not.toContain('S$');
});
