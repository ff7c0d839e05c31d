/**
 * Tests the privacy page, which shows who viewed data and for how long it is kept, and has the export, the calendar
 * link and the deletion of the family (spec 1 §3).
 */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { beSignedIn, joinFamily, staffRead } from '../support/families.ts';
import { makeParent } from '../support/parents.ts';
import { makeSession } from '../support/after-sale.ts';
import { test } from '../support/test.ts';

const path = '/family-base/privacy';
const open = async (page: Page) => {
  await page.goto(env('SITE_URL') + path);
  await expect(page.getByRole('heading', { name: 'Who viewed your data' })).toBeVisible();
};
const section = (page: Page, name: string) => page.getByRole('region', { name });

test(
  'the page lists who viewed which data, by day and child, and the retention periods',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent(['Kai', 'Nora']);
    const [kai = null, nora = null] = [parent.children['Kai'], parent.children['Nora']];
    await staffRead(parent, { childId: kai, how: 'roster', minutesAgo: 5 });
    await staffRead(parent, { childId: nora, how: 'details', minutesAgo: 3 * 24 * 60 });
    await beSignedIn(page, parent);
    await open(page);
    const viewers = section(page, 'Who viewed your data');
    await expect(viewers).toContainText(
      'Kai: the day’s list: health, phone numbers and who may collect each child',
    );
    await expect(viewers).toContainText('Nora: health, behaviour and who may collect your child');
    await expect(viewers).toContainText(', coach');
    await viewers.getByText('Nora', { exact: true }).click();
    await expect(viewers).not.toContainText('Kai: the day’s list');
    await expect(section(page, 'What we store, and for how long')).toContainText(
      '7 years, then we remove the names',
    );
    await expectAccessible(page);
  },
);

test(
  'a member without a family is told that there is nothing to show, and deletes the account',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent([]);
    await sql()`delete from public.families where id = ${parent.familyId}`;
    await beSignedIn(page, parent);
    await page.goto(env('SITE_URL') + path);
    await expect(page.getByRole('heading', { name: 'Nothing to show yet' })).toBeVisible();
    const erase = section(page, 'Delete your account');
    await erase.getByRole('button', { name: 'Delete your account…' }).click();
    await erase.getByLabel('Type DELETE to continue').fill('delete');
    await erase.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(page.getByRole('heading', { name: 'Your data has been deleted' })).toBeVisible();
    expect(await sql()`select from auth.users where id = ${parent.userId}`).toHaveLength(0);
  },
);

test(
  'a parent can export everything as a file, and as a page to read and print',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    await sql()`insert into public.child_health (child_id, allergies) values (${parent.children['Kai'] ?? ''}, 'Bee stings')`;
    await beSignedIn(page, parent);
    await open(page);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file (JSON)' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^family-\d{4}-\d{2}-\d{2}\.json$/);
    const exported = JSON.parse(await readFile(await file.path(), 'utf8')) as {
      children: { name: string }[];
    };
    expect(exported.children.map(({ name }) => name)).toEqual(['Kai']);

    await page.getByRole('button', { name: 'Read or print your data' }).click();
    await expect(page.getByRole('heading', { name: 'What we store about your family' })).toBeFocused();
    await expect(page.getByRole('article')).toContainText('Bee stings');
    await expect(page.getByRole('article')).not.toContainText(parent.familyId);
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Print, or save as PDF' })).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Family Base' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
      'Bee stings',
    );
  },
);

test(
  'a parent creates, renews and turns off the calendar link',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    const [booked] = await sql()<[{ day: string; time: string }]>`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${parent.children['Kai'] ?? ''}, ${parent.familyId}
    from public.sessions where id = ${await makeSession()}
    returning session_date::text as day, session_time::text as time`;
    await beSignedIn(page, parent);
    await open(page);
    const calendar = section(page, 'Your week in your own calendar');
    await calendar.getByRole('button', { name: 'Create link' }).click();
    const field = calendar.getByLabel(/^This is the link/);
    await expect(field).toHaveValue(/\/functions\/v1\/family-calendar\/\w+\.ics$/);
    const first = await field.inputValue();
    await expect(calendar.getByRole('link', { name: 'Open in my calendar' })).toHaveAttribute(
      'href',
      /^webcal:/,
    );
    await expect(calendar).toContainText('No calendar has used this link yet.');
    await expectAccessible(page);

    // A calendar app reads the calendar without a session, and gets the class at its time in Singapore.
    const feed = await fetch(first);
    expect([feed.status, feed.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/calendar'),
    ]);
    const lines = (await feed.text()).replace(/\r\n[ \t]/g, '').split('\r\n');
    const valuesOf = (name: string) =>
      lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1));
    expect([lines[0], lines.filter((line) => line === 'BEGIN:VEVENT').length]).toEqual([
      'BEGIN:VCALENDAR',
      1,
    ]);
    const starts = new Date(`${booked.day}T${booked.time}+08:00`).toISOString();
    expect(valuesOf('DTSTART')).toEqual([starts.replace(/\.\d+/, '').replace(/[-:]/g, '')]);
    expect(valuesOf('SUMMARY')[0]).toMatch(/^Kai: /);
    await page.reload();
    await expect(calendar).not.toContainText('No calendar has used this link yet.');

    await calendar.getByRole('button', { name: 'Create a new link' }).click();
    await expect(calendar.getByRole('heading', { name: 'Create a new link?' })).toBeFocused();
    await calendar.getByRole('button', { name: 'Create a new link' }).click();
    await expect(field).not.toHaveValue(first);
    await calendar.getByRole('button', { name: 'Turn off link' }).click();
    await expect(calendar.getByRole('heading', { name: 'Turn off the link?' })).toBeFocused();
    await calendar.getByRole('button', { name: 'Turn off link' }).click();
    await expect(calendar).toContainText('The link no longer works.');
    expect(await sql()`select from public.family_calendars where family_id = ${parent.familyId}`).toEqual([]);
  },
);

test('a parent can install the screens on a home screen', { tag: '@once' }, async ({ page }) => {
  const parent = await makeParent(['Kai']);
  await beSignedIn(page, parent);
  await open(page);
  const href = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '';
  const manifest = (await (await fetch(env('SITE_URL') + href)).json()) as Record<string, unknown>;
  expect(manifest).toMatchObject({ start_url: '/family-base', display: 'standalone', id: '/family-base' });
});

test(
  'a parent who deletes the family waits for what must end first, confirms by typing, and leaves no data',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const [parent, second] = [await makeParent(['Kai']), await makeParent([])];
    await joinFamily(parent, second);
    await beSignedIn(page, parent);
    await open(page);
    const erase = section(page, 'Delete your family');
    await expect(erase).toContainText('Remove the second parent');
    await sql()`update public.families set secondary_parent_id = null where id = ${parent.familyId}`;
    await page.reload();
    await erase.getByRole('button', { name: 'Delete your family…' }).click();
    await expect(erase.getByRole('heading', { name: 'Delete everything?' })).toBeFocused();
    await expectAccessible(page);
    await expect(erase.getByRole('button', { name: 'Delete permanently' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await erase.getByLabel('Type DELETE to continue').fill('delete');
    await erase.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(page.getByRole('heading', { name: 'Your data has been deleted' })).toBeVisible();
    await expectAccessible(page);
    const [row] = await sql()`
    select (select count(*)::int from auth.users where id = ${parent.userId}) as accounts,
      (select erased_at is not null from public.families where id = ${parent.familyId}) as erased,
      (select name from public.children where id = ${parent.children['Kai'] ?? ''}) as child`;
    expect(row).toEqual({ accounts: 0, erased: true, child: 'Erased' });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('otter-auth-token'))).toBeNull();
  },
);

test(
  'the second parent may not delete the family, and is shown how to leave it',
  { tag: '@once' },
  async ({ page }) => {
    const [parent, second] = [await makeParent(['Kai']), await makeParent([])];
    await joinFamily(parent, second);
    await beSignedIn(page, second);
    await open(page);
    const erase = section(page, 'Delete your family');
    await expect(erase).toContainText('Only the first parent may delete the family.');
    await expect(erase.getByRole('button')).toHaveCount(0);
  },
);

test(
  'without a network the page says so, and works again when it is back',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent(['Kai']);
    await beSignedIn(page, parent);
    await page.route('**/rpc/get_privacy_receipt', (route) => route.abort());
    await page.goto(env('SITE_URL') + path);
    await expect(page.getByRole('alert')).toContainText('Your privacy page did not load.');
    await page.unroute('**/rpc/get_privacy_receipt');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Who viewed your data' })).toBeVisible();
  },
);
