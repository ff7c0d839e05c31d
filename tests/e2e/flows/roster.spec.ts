/**
 * Tests the roster with a coach's own sessions, all sessions for an admin, without a network and on
 * two devices, and who cannot open it (decisions "The roster").
 */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { makeParent, type ParentAccount } from '../support/parents.ts';
import { classToday, openRosterEntry, reportHealth } from '../support/staff.ts';
import { waitForShell } from '../support/shell.ts';
import { test } from '../support/test.ts';

const path = '/management/roster';
const coach = { email: 'coach@otter.test' };
const admin = { email: 'admin@otter.test' };

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const readState = async ({ children }: ParentAccount, name: string) => {
  const [row] = await sql()<{ state: { state: string; by_code: boolean; handed_to: string | null } }[]>`
    select private.mark_state(id, null, session_date) as state from public.bookings
    where child_id = ${children[name] ?? ''} and status = 'booked'`;
  return row?.state;
};

test(
  'a coach checks in and out with a code, one-handed, and does not see other coaches’ children',
  { tag: ['@once', '@look'] },
  async ({ page }, { project }) => {
    const [own, others] = [`Odette of ${project.name}`, `Stranger of ${project.name}`];
    const parent = await makeParent([own]);
    const stranger = await makeParent([others]);
    const place = await classToday(parent, own);
    const otherClass = await classToday(stranger, others);
    await sql()`update public.sessions set coach_id = null where id = ${otherClass}`;
    await reportHealth(parent, own, 'Peanut: EpiPen in the blue pocket');
    await sql()`
    insert into public.pickup_authorizations (family_id, child_id, position, name, relationship, code)
    values (${parent.familyId}, ${parent.children[own] ?? ''}, 1, 'Granny Odile', 'Grandmother', '135790')`;
    await sql()`
    update public.child_health set medications = 'Inhaler before sport', medical_conditions = 'Asthma in the cold',
      physical_limitations = 'Stairs', emergency_medical_info = 'Call 995 first' where child_id = ${parent.children[own] ?? ''}`;
    await sql()`
    insert into public.emergency_contacts (family_id, child_id, position, name, relationship, phone)
    values (${parent.familyId}, ${parent.children[own] ?? ''}, 1, 'Uncle Ode', 'Uncle', '+6598765432')`;
    await enter(page, coach, path);
    await openRosterEntry(page, place);
    const row = rowOf(page, own);
    await expect(row).toContainText('Medicine: Inhaler before sport');
    await expect(row).toContainText('Allergy: Peanut: EpiPen in the blue pocket');
    await expect(row).toContainText('First time');
    await expect(page.getByRole('link', { name: 'Decisions' })).toBeHidden();
    await expect(page.getByRole('combobox')).toHaveCount(0);
    // The row of a child with a health mark has a phone number. Other numbers and all health details are shown on
    // request, which the family can see.
    await expect(row.getByRole('link', { name: `Call Uncle Ode about ${own}` })).toHaveAttribute(
      'href',
      'tel:+6598765432',
    );
    await row.getByRole('button', { name: `Health and contacts: ${own}` }).click();
    await expect(
      row.getByRole('group', { name: `Call about ${own}` }).getByRole('link', { name: /Uncle Ode/ }),
    ).toHaveAttribute('href', 'tel:+6598765432');
    await expect(row.getByText('The family can see that you opened this.')).toBeVisible();
    await expect
      .poll(async () => {
        const views = await sql()`
        select access_type from public.access_log where child_id = ${parent.children[own] ?? ''} order by access_type`;
        return views.map(({ access_type: type }) => String(type));
      })
      .toEqual(['opened', 'roster']);
    await page.getByRole('button', { name: /^All/ }).click();
    await expect(rowOf(page, others)).toHaveCount(0);
    await openRosterEntry(page, place);
    await expectAccessible(page);

    await page.getByRole('button', { name: `Check in ${own}` }).click();
    await expect(row).toContainText(/In \d+\.\d\d [ap]m/);
    await expect(page.getByRole('list', { name: 'Headcount' })).toContainText('1 here');
    await row.getByRole('button', { name: /^Undo/ }).click();
    await expect(row).toContainText('Expected');
    await row.getByRole('button', { name: 'More' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('First aid', { exact: true }).click();
    await dialog.getByLabel('What happened').fill('Grazed elbow');
    await dialog.getByRole('button', { name: 'Save first-aid entry' }).click();
    await expect(dialog.getByText('Please fill this in.')).toBeVisible();
    await dialog.getByLabel('What was done').fill('Washed, plaster');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save first-aid entry' }).click();
    await row.getByRole('button', { name: 'More' }).click();
    await dialog.getByRole('button', { name: 'Check in late' }).click();
    await expect(row).toContainText(/In \d+\.\d\d [ap]m, late/);

    await page.getByRole('button', { name: `Check out ${own}` }).click();
    await expect(dialog.getByRole('button', { name: /Granny Odile/ })).toBeVisible();
    await dialog.getByLabel('Code').fill('000000');
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(dialog.getByText('This code does not match this child.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Code').fill('135 790');
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    await dialog.getByRole('button', { name: `Hand ${own} over to Granny Odile` }).click();
    await expect(row).toContainText(/Gone \d+\.\d\d [ap]m, with Granny Odile, code correct/);
    expect(await readState(parent, own)).toMatchObject({ state: 'out', by_code: true });
    const [aid] = await sql()`
    select injury from public.first_aid_log where child_id = ${parent.children[own] ?? ''}`;
    expect(aid).toMatchObject({ injury: 'Grazed elbow' });
    await page.emulateMedia({ media: 'print' });
    // A print shows everything, because nothing can be tapped.
    for (const text of [
      'Condition: Asthma in the cold',
      'Needs help with: Stairs',
      'In an emergency: Call 995 first',
      'Granny Odile, Grandmother',
    ])
      await expect(row.getByText(text).filter({ visible: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  },
);

test(
  'the roster opens, marks and waits without a network, two devices agree in the end, and signing out deletes it',
  { tag: '@once' },
  async ({ page, context, browser }) => {
    const [first, second] = ['Nora Two-Devices', 'Otis Two-Devices'];
    const parent = await makeParent([first, second]);
    const place = await classToday(parent, first);
    await sql()`
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      select id, session_date, session_time, ${parent.children[second] ?? ''}, ${parent.familyId}
      from public.sessions where id = ${place}`;
    await enter(page, coach, path);
    await openRosterEntry(page, place);
    await waitForShell(page);

    await context.setOffline(true);
    await page.reload();
    await openRosterEntry(page, place);
    await page.getByRole('button', { name: `More: ${second}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Absent' }).click();
    await expect(rowOf(page, second)).toContainText('Absent');
    await expect(page.getByText('1 change is waiting for the network.')).toBeVisible();
    await expectAccessible(page);
    await page.locator('account-menu summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const question = page.getByRole('dialog', { name: '1 mark has not been sent' });
    await expect(question.getByText('Signing out deletes that mark for good.')).toBeVisible();
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(question).toBeHidden();
    await page.locator('account-menu summary').click();
    expect(await readState(parent, second)).toMatchObject({ state: 'expected' });

    const device = await openOtherDevice(browser);
    const other = await device.newPage();
    await enter(other, admin, path);
    await openRosterEntry(other, place);
    await other.getByRole('button', { name: `Check in ${second}` }).click();
    await other.getByRole('button', { name: `More: ${first}` }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Absent' }).click();
    await expect.poll(() => readState(parent, first)).toMatchObject({ state: 'absent' });

    await page.getByRole('button', { name: `Check in ${first}` }).click();
    await expect(page.getByText('2 changes are waiting for the network.')).toBeVisible();
    // The changes survive a restart of the device, and are stored encrypted.
    await page.reload();
    await expect(page.getByText('2 changes are waiting for the network.')).toBeVisible();
    expect(await readableStorage(page)).not.toMatch(/Devices|absent|Peanut/);

    await context.setOffline(false);
    await expect(page.getByText(/^All saved/)).toBeVisible();
    for (const name of [first, second])
      await expect.poll(() => readState(parent, name)).toMatchObject({ state: 'in' });
    await other.getByRole('button', { name: 'Refresh' }).click();
    for (const one of [page, other]) {
      await openRosterEntry(one, place);
      for (const name of [first, second]) {
        await expect(rowOf(one, name)).toContainText(/In \d/);
        // Neither device had seen the other's mark, so the later one does not silently apply.
        await expect(rowOf(one, name)).toContainText(`${name}: two devices have recorded different things.`);
      }
    }
    await device.close();

    await page.locator('account-menu summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).not.toHaveURL(env('SITE_URL') + path);
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .not.toContain('otter_roster');
  },
);

test(
  'an admin sees every place, assigns a coach, and shares the roster with initials until the link ends',
  { tag: ['@wide', '@look'] },
  async ({ page, browser }, { project }) => {
    const name = `Pia Quill-${project.name}`;
    const parent = await makeParent([name]);
    // The class must be in the future, because there is no warning about a class that has ended.
    const place = await classToday(parent, name, '12:00');
    await sql()`update public.sessions set coach_id = null where id = ${place}`;
    const [other] = await sql()<{ id: string; hour: string }[]>`
    insert into public.sessions (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
    select s.class_type_id, s.location_id, k.id, s.session_date, s.session_time + interval '15 minutes', 60, 4
    from public.sessions s, public.coaches k where s.id = ${place} and k.name = 'Coach Otter'
    returning id, to_char(session_time, 'FMHH12.MI') as hour`;
    await enter(page, admin, path);
    await openRosterEntry(page, place);
    await expect(rowOf(page, name)).toBeVisible();
    await expect(page.getByText('no coach yet')).toBeVisible();
    await page.getByRole('button', { name: 'Assign a coach' }).click();
    await page.getByLabel('Substitute').selectOption('Coach Otter');
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await expect(page.getByText('Before you assign this coach:')).toBeVisible();
    const clash = page.getByText(/^Coach Otter is already assigned to Red Otter/);
    await expect(clash.filter({ hasText: `, ${other?.hour} ` })).toBeVisible();
    await page.getByLabel('Why assign them anyway?').fill('Both groups share a ramp');
    await page.getByRole('button', { name: 'Assign anyway' }).click();
    await expect(page.getByText(/· Coach Otter$/)).toBeVisible();
    await sql()`delete from public.sessions where id = ${other?.id ?? ''}`;

    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'For 1 hour' }).click();
    const link = await dialog.getByLabel('Link').inputValue();
    await expectAccessible(page);
    const visitor = await openOtherDevice(browser);
    const sharedPage = await visitor.newPage();
    await sharedPage.goto(link);
    await expect(sharedPage.getByRole('listitem').filter({ hasText: 'P. Q.' })).toContainText('expected');
    await expect(sharedPage).toHaveURL(`${env('SITE_URL')}/shared-roster`);
    // A print has its day, and nothing of the site around it.
    await expect(sharedPage.getByText(/^\w{3} \d+ \w{3} \d{4}, .+ · /)).toBeVisible();
    await sharedPage.emulateMedia({ media: 'print' });
    await expect(sharedPage.getByRole('banner')).toBeHidden();
    await sharedPage.emulateMedia({ media: 'screen' });
    await expect(sharedPage.locator('main')).not.toContainText('Pia');
    await expect(sharedPage.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    await expectAccessible(sharedPage);
    await dialog.getByRole('button', { name: 'End link now' }).click();
    await expect(dialog.getByText('The link has ended.')).toBeVisible();
    await sharedPage.reload();
    await expect(sharedPage.getByText('The link to this roster has expired.')).toBeVisible();
    await visitor.close();
  },
);

test(
  'a parent is sent home and a visitor to the sign-in, and a day that cannot be loaded is reported',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto(env('SITE_URL') + path);
    await expect(page).toHaveURL(/\/auth\?from=%2Fmanagement%2Froster/);
    await enter(page, { email: 'parent@otter.test' }, path);
    await expect(page).toHaveURL(`${env('SITE_URL')}/`);
    await page.route(/\/rpc\/get_roster_state$/, (route) => route.abort());
    await enter(page, { email: 'business@otter.test' }, path);
    await expect(page.getByText('The roster did not load.')).toBeVisible();
    await expectAccessible(page);
    await page.unroute(/\/rpc\/get_roster_state$/);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Roster and check-in' })).toBeVisible();
  },
);

const openOtherDevice = (browser: { newContext: () => Promise<BrowserContext> }) => browser.newContext();

/** Returns everything that a copy of this browser's database would reveal. */
const readableStorage = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('otter_roster');
        opening.onerror = () => reject(new Error('no database'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('entries').objectStore('entries').getAll();
          reading.onsuccess = () => {
            const texts = (reading.result as (CryptoKey | { sealed: ArrayBuffer })[]).map((one) => {
              if (one instanceof CryptoKey) return one.extractable ? 'absent' : 'key';
              return new TextDecoder('latin1').decode(one.sealed);
            });
            opening.result.close();
            resolve(texts.join('\n'));
          };
        };
      }),
  );
