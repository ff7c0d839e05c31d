import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

interface PartyOptions {
  over?: boolean;
}

/** Creates a party for this test and returns the code in its link. */
async function party(title: string, { over = false }: PartyOptions = {}): Promise<string> {
  const days = over ? -3 : 5;
  const [row] = await sql()`insert into parties (title, host_name, starts_at, ends_at, place, head_count)
    select ${title}, 'Host', private.calendar_now() + make_interval(days => ${days}),
      private.calendar_now() + make_interval(days => ${days}, hours => 2), 'Somerset', 10
    returning code`;
  return String(row?.['code']);
}

const answersTo = (code: string) => sql()`select r.attending, r.contact_name, r.contact_phone, r.answers,
    (select jsonb_agg(g.name order by g.position) from form_response_guests g where g.response_id = r.id) as guests,
    (select jsonb_agg(h.details order by h.position) from form_response_health h where h.response_id = r.id) as health
  from form_responses r join parties p on p.id = r.party_id where p.code = ${code}`;

const open = (page: Page, code: string, route = 'birthday-rsvp') =>
  page.goto(`${env('SITE_URL')}/${route}?party=${code}`);
const form = (page: Page) => page.getByRole('form', { name: 'Are you coming?' });
const send = (page: Page) => form(page).getByRole('button', { name: 'Send our answer' });
const guest = (page: Page, position: number) => page.getByRole('group', { name: `Guest ${position}` });

async function introduce(page: Page): Promise<void> {
  await form(page).getByLabel('Your name').fill('Sarah Koh');
  await form(page).getByLabel('Mobile number').fill('9123 4567');
}

test(
  'a family says who comes, and later changes the answer by its link',
  { tag: ['@once', '@look'] },
  async ({ page, browser }) => {
    const code = await party('A party to come to');
    await open(page, code);
    await expect(page.getByText('A party to come to')).toBeVisible();
    await expect(form(page).getByText('Who comes?')).toBeHidden();
    await form(page).getByRole('group', { name: 'Can you come?' }).getByText('Yes').click();
    await expectAccessible(page);

    await introduce(page);
    await guest(page, 1).getByLabel('Name').fill('Noah');
    await guest(page, 1).getByLabel('Age').fill('8');
    await guest(page, 1).getByLabel('Allergies').fill('Peanuts');
    await form(page).getByRole('button', { name: 'Add a guest' }).click();
    await expect(guest(page, 2).getByLabel('Name')).toBeFocused();
    await guest(page, 2).getByLabel('Name').fill('Sarah');
    await guest(page, 2).getByLabel('Child or adult').selectOption('Adult');
    await form(page).getByText('We bring our own').click();
    await form(page)
      .getByLabel(/Anything that a coach should know/)
      .fill('Asthma');
    await send(page).click();
    // The consent to taking part is required.
    await expect(form(page).getByRole('checkbox', { name: /Taking part/ })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await form(page)
      .getByRole('checkbox', { name: /Taking part/ })
      .check();
    await send(page).click();
    await expect(page.getByRole('heading', { name: 'Got it. Thank you!' })).toBeVisible();
    await expectAccessible(page);

    const [first, ...more] = await answersTo(code);
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      attending: true,
      contact_name: 'Sarah Koh',
      contact_phone: '+6591234567',
      answers: { shoes: 'own', takePart: true },
      guests: ['Noah', 'Sarah'],
      health: [{ healthNotes: 'Asthma' }, { allergies: 'Peanuts' }],
    });

    // Another browser has only the link.
    const link = page.url();
    const other = await browser.newPage();
    await other.clock.install();
    await other.goto(link);
    await expect(other.getByText('You have already answered.')).toBeVisible();
    await expect(guest(other, 2).getByLabel('Name')).toHaveValue('Sarah');
    await form(other).getByRole('group', { name: 'Can you come?' }).getByText('No', { exact: true }).click();
    // A slow answer is not sent twice.
    await other.clock.fastForward(60_000);
    await other.waitForLoadState('networkidle');
    await send(other).click();
    await expect(other.getByText('What a pity.')).toBeVisible();
    await other.close();
    expect(await answersTo(code)).toMatchObject([{ attending: false, guests: null }]);
  },
);

test('a half-filled answer is there again after a reload', { tag: '@once' }, async ({ page }) => {
  const code = await party('A party to think about');
  await open(page, code);
  await form(page).getByRole('group', { name: 'Can you come?' }).getByText('Yes').click();
  const saving = page.waitForResponse(
    (response) =>
      response.url().endsWith('/rpc/save_form_draft') &&
      (response.request().postData() ?? '').includes('"Noah"'),
  );
  await introduce(page);
  await guest(page, 1).getByLabel('Name').fill('Noah');
  expect((await saving).ok()).toBe(true);
  await page.reload();
  await expect(page.getByText('We have filled in what you typed last time.')).toBeVisible();
  await expect(form(page).getByLabel('Your name')).toHaveValue('Sarah Koh');
  await expect(guest(page, 1).getByLabel('Name')).toHaveValue('Noah');
  // The database stores health details, but the browser does not.
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain('Noah');
});

test('text typed just before leaving is there again, too', { tag: '@once' }, async ({ page }) => {
  const code = await party('A party left in a hurry');
  await open(page, code);
  const first = page.waitForResponse('**/rpc/save_form_draft');
  await form(page).getByRole('group', { name: 'Can you come?' }).getByText('Yes').click();
  expect((await first).ok()).toBe(true);
  await guest(page, 1).getByLabel('Name').fill('Noah');
  await guest(page, 1).getByLabel('Allergies').fill('Peanuts');
  await page.goto('about:blank');
  await expect
    .poll(async () => {
      const [draft] =
        await sql()`select d.body::text as body from form_drafts d join parties p on p.id = d.party_id
        where p.code = ${code}`;
      return String(draft?.['body']);
    })
    .toContain('Peanuts');
  await open(page, code);
  await expect(page.getByText('We have filled in what you typed last time.')).toBeVisible();
  await expect(guest(page, 1).getByLabel('Allergies')).toHaveValue('Peanuts');
  await expectAccessible(page);
});

test(
  'a family that answers twice is recognised, and the page does not reveal it',
  { tag: '@once' },
  async ({ page, browser }) => {
    const code = await party('A party with a double');
    for (const visitor of [page, await browser.newPage()]) {
      await open(visitor, code);
      await form(visitor).getByRole('group', { name: 'Can you come?' }).getByText('Yes').click();
      await introduce(visitor);
      await guest(visitor, 1).getByLabel('Name').fill('Noah');
      await form(visitor)
        .getByRole('checkbox', { name: /Taking part/ })
        .check();
      await form(visitor).getByText('We bring our own').click();
      await send(visitor).click();
      await expect(visitor.getByRole('heading', { name: 'Got it. Thank you!' })).toBeVisible();
      await expect(visitor.getByText(/already|twice|before/)).toHaveCount(0);
      if (visitor !== page) await visitor.close();
    }
    // The second answer is stored beside the first, and its guests do not count until staff have decided.
    const [count] = await sql()`select count(*)::int as answers, count(r.duplicate_of)::int as doubles,
      private.party_guests(p.id) as guests
    from form_responses r join parties p on p.id = r.party_id where p.code = ${code} group by p.id`;
    expect(count).toEqual({ answers: 2, doubles: 1, guests: 1 });
  },
);

test('guests need names, and the summary leads to the missing ones', { tag: '@once' }, async ({ page }) => {
  await open(page, await party('A party with guests'));
  await form(page).getByRole('group', { name: 'Can you come?' }).getByText('Yes').click();
  await introduce(page);
  await send(page).click();
  const summary = page.getByRole('alert').filter({ hasText: 'Please fix' });
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: /^Who comes/ }).click();
  await expect(guest(page, 1).getByLabel('Name')).toBeFocused();
});

test('after a failure the answer stays on the page', { tag: '@once' }, async ({ page }) => {
  const code = await party('A party behind a bad line');
  await open(page, code);
  await form(page).getByRole('group', { name: 'Can you come?' }).getByText('No', { exact: true }).click();
  await introduce(page);
  await page.route('**/rpc/submit_form_response', (route) => route.abort());
  await send(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your answers did not reach us' })).toBeVisible();
  await page.unroute('**/rpc/submit_form_response');
  await send(page).click();
  await expect(page.getByText('What a pity.')).toBeVisible();
  expect(await answersTo(code)).toHaveLength(1);
});

for (const route of ['birthday-rsvp', 'birthdays-rsvp', 'dynamic-form'])
  test(`/${route} is the same page, and hidden from search engines`, { tag: '@once' }, async ({ page }) => {
    await open(page, await party('A party with three doors'), route);
    await expect(form(page)).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  });

test(
  'the page says so if a link is unknown or without a party, or if the party is over',
  { tag: '@once' },
  async ({ page }) => {
    await open(page, 'NOSUCHPARTY');
    await expect(page.getByText('We can’t find a party for this link.')).toBeVisible();
    await page.goto(`${env('SITE_URL')}/birthday-rsvp`);
    await expect(page.getByText('We can’t find a party for this link.')).toBeVisible();
    await open(page, await party('A party that was', { over: true }));
    await expect(page.getByText('This party has ended or been cancelled.')).toBeVisible();
    await expect(form(page)).toHaveCount(0);
    await expectAccessible(page);
  },
);

test(
  'a form without a party opens by its name, and an unknown name gets an explanation',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto(`${env('SITE_URL')}/dynamic-form?form=birthday-enquiry`);
    await expect(page.getByRole('heading', { level: 1, name: 'Ask for a date' })).toBeVisible();
    await expect(page.getByRole('form', { name: 'Ask for a date' })).toBeVisible();
    await page.goto(`${env('SITE_URL')}/dynamic-form?form=nothing`);
    await expect(page.getByRole('heading', { name: 'We can’t find this form' })).toBeVisible();
  },
);

test('the page offers to try again if the API does not answer', { tag: '@once' }, async ({ page }) => {
  await page.route('**/rpc/get_party', (route) => route.abort());
  await open(page, 'ANYPARTY');
  await expect(page.getByRole('heading', { name: 'Loading error. Please refresh.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
});
