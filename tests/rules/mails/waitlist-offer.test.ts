import { expect, it } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { everyMail } from '#support/every-mail.ts';

const site = 'https://otter.test';
const [one, two] = everyMail['waitlist_offer'] ?? [];
const render = (payload: object = {}) => renderMail('waitlist_offer', payload, site);

it('the mail has hours, price and renewal, and a link to the order that is ready to pay', async () => {
  const { html, text } = await render(one);
  const renewal = 'Renews every 4 weeks, S$167, stop any time.';
  for (const words of ['10.30 am to 11.30 am', 'S$167\n', renewal, 'Thu 26 Nov 2026, 10.00 am'])
    expect(text).toContain(words);
  expect(html.indexOf(renewal)).toBeGreaterThan(0);
  expect(html.indexOf(renewal)).toBeLessThan(html.indexOf('Book the spot'));
  expect(html).toContain(`href="${site}/checkout?waitlist=0b7ff0a4-0000-4000-8000-000000000002"`);
  expect(html).toContain(`href="${site}/waitlist?entry=0b7ff0a4-0000-4000-8000-000000000002"`);
});

it('the mail says that the offer goes to the next family, and that it is open to everybody shortly before the start', async () => {
  const text = (await render(one)).text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('it goes to the next family on the waitlist');
  expect(text).toContain('Shortly before the start, it is open to everyone');
});

it('the mail says that the price is per child for several spots, and mentions no renewal for a camp', async () => {
  const { text } = await render(two);
  expect(text).toContain('S$1,060 for each child, before any rebate');
  expect(text).not.toMatch(/renews/i);
});

it('the mail about a pass that does not renew says that it is paid once, and when it ends', async () => {
  const terms = { price_cents: 69_700, sessions: 18, validity_days: 130, renews: false };
  expect((await render({ ...one, terms })).text).toContain(
    'Paid once, nothing renews. Unused sessions end after 130 days.',
  );
});

it('the mail is also sent without terms, if nothing is on sale', async () => {
  const { text } = await render({ ...one, terms: undefined });
  expect(text).toContain('Book the spot');
  expect(text).not.toContain('S$');
});
