/** A coach writes a growth report on the phone, an admin releases it, and the parent reads it. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { enter } from '../support/family.ts';
import { expectToFit } from '../support/fit.ts';
import { makeOfficeAdmin, removeOfficeAdmins } from '../support/office.ts';
import { makeParent, type ParentAccount } from '../support/parents.ts';
import { test } from '../support/test.ts';

test.afterAll(removeOfficeAdmins);

/** Makes a camp of the demo coach that ended yesterday, and to which the family's children came. */
async function makePastCamp({ familyId, children }: ParentAccount): Promise<string> {
  const [camp] = await sql()<[{ id: string }]>`
    insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date, is_active)
    select 'Ignite Camp', 'ignite', '{red}', l.id, private.calendar_today() - 3, private.calendar_today() - 1, false
    from public.locations l where l.base = 'orchard-central' returning id`;
  await sql()`
    insert into public.camp_coaches (camp_id, coach_id)
    select ${camp.id}, k.id from public.coaches k join auth.users u on u.id = k.user_id where u.email = 'coach@otter.test'`;
  await sql()`
    with places as (
      insert into public.camp_enrollments (camp_id, child_id, family_id)
      select ${camp.id}, id, ${familyId} from unnest(${Object.values(children)}::uuid[]) id returning id)
    insert into public.camp_attendance (enrollment_id, day, attended) select id, private.calendar_today() - 1, true from places`;
  return camp.id;
}

/** The page names nobody where others could read it: in its address, its title, or the name of a saved PDF. */
const expectNoName = async (page: Page) => {
  expect(page.url()).not.toMatch(/Zoe/i);
  expect(await page.title()).not.toMatch(/Zoe/);
};

test(
  'a coach writes a report in eleven taps and a sentence, an admin releases it, and the parent reads it',
  { tag: '@once' },
  async ({ page, context }) => {
    const family = await makeParent(['Ari Growth', 'Zoe Growth']);
    const camp = await makePastCamp(family);
    await enter(page, { email: 'coach@otter.test' }, '/management/roster');
    await page.getByRole('link', { name: /Ignite Camp, Orchard Central: 0 of 2 written/ }).click();
    await page.getByRole('button', { name: 'Zoe Growth' }).click();
    const form = page.getByRole('form', { name: 'Zoe Growth' });
    const sentence = 'She held the rope for the others until the last one was up.';
    await form.getByLabel('One sentence for the family').fill(sentence);
    await form.getByRole('group', { name: 'Courage' }).getByText('Shining').click();
    // Without a network nothing is lost, not even by a reload.
    await context.setOffline(true);
    let taps = 1;
    for (const group of await form.locator('fieldset').all()) {
      const name = await group.locator('legend').textContent();
      if (name === 'Courage' || name?.startsWith('Level') === true) continue;
      await group.getByText(name === 'Curiosity' ? 'Not seen' : 'Steady').click();
      taps++;
    }
    await page.getByRole('button', { name: 'Save and next child' }).click();
    await expect(page.getByText(/You’re offline/).first()).toBeVisible();
    await context.setOffline(false);
    await page.reload();
    await expect(page.getByText('We have restored what you had not sent.')).toBeVisible();
    await expect(form.getByLabel('One sentence for the family')).toHaveValue(sentence);
    await expectToFit(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save and next child' }).click();
    taps++;
    await expect(page.getByRole('heading', { name: 'Ari Growth' })).toBeVisible();
    expect(taps).toBeLessThanOrEqual(14);

    await enter(page, await makeOfficeAdmin('Rosa Release'), '/management');
    await page.getByRole('link', { name: /Orchard Central · 1 of 2 written, 0 released/ }).click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Release this report' }).click();
    await expect(page.getByText('1 report released. The families get an e-mail.')).toBeVisible();

    await enter(page, family, '/family-base');
    await page.getByRole('link', { name: /^Growth report: Ignite Camp/ }).click();
    await expect(page.getByRole('heading', { name: 'What we saw in Zoe Growth' })).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Curiosity' })).toContainText('Not seen');
    await expectNoName(page);
    await expectToFit(page);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Tell us how this camp was' }).click();
    const review = page.getByRole('region', { name: /^Ignite Camp, Orchard Central/ });
    await review.getByRole('button', { name: 'Save review' }).click();
    await expect(review.getByText('Please choose one.').first()).toBeVisible();
    await review.getByText('★ 4 Very good').click();
    await review.getByLabel('What would you tell a friend? (optional)').fill('She was\nproud for days.');
    await review.getByLabel(/Other parents may read this/).check();
    await review.getByLabel('Name to show').fill('Mum of two');
    await expectToFit(page);
    await expectAccessible(page);
    await review.getByRole('button', { name: 'Save review' }).click();
    await expect(
      review.getByText('We read it before other parents can see it, under the name Mum of two.'),
    ).toBeVisible();
    await expectAccessible(page);

    await enter(page, await makeOfficeAdmin('Rosa Release'), '/management/reviews?state=waiting');
    await page
      .getByRole('row', { name: /She was proud for days\./ })
      .getByRole('link')
      .click();
    await page.getByRole('button', { name: 'Publish review' }).click();
    await page.getByRole('button', { name: 'Yes, publish it' }).click();
    await expect(page.getByText(/^Published\. The website shows it/)).toBeVisible();
    await expectAccessible(page);
    await sql()`delete from public.camp_reviews where camp_id = ${camp}`;
    await sql()`update public.camp_weeks set end_date = end_date - 90, start_date = start_date - 90 where id = ${camp}`;
  },
);
