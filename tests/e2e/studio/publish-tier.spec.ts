import { expect, type Page } from '@playwright/test';
import {
  badge,
  consoleErrors,
  createIn,
  field,
  fill,
  openList,
  publish,
  setPrice,
  setSwitch,
  signIn,
  stayLocal,
} from '#support/studio.ts';
import { addDays, today } from '#domain/dates.ts';
import { paths } from '#config/paths.ts';
import { eventually, runChores, sql } from '../support/backend.ts';
import { payButton, payText } from '../support/booking.ts';
import { assignCoach } from '../support/checkout.ts';
import { rebuilt, sitePage } from '../support/content.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

const name = 'Trail Week';
const admin = { email: 'admin@otter.test' };

async function makeTier(page: Page): Promise<void> {
  await openList(page, 'Camps and prices', 'Camp tiers');
  await createIn(page, 'Camp tier');
  await page.getByTestId('group-tab-all-fields').click();
  await fill(page, 'name', name);
  await setPrice(page, 650);
  await fill(page, 'days', '4');
  await fill(page, 'weekdays', 'Tue–Fri');
  await fill(page, 'level', 'Explorer');
  await fill(page, 'description', 'Four days on the Rail Corridor, from the old station to the reservoir.');
  await field(page, 'benefits').getByRole('button', { name: 'Add item' }).click();
  const line = field(page, 'benefits').getByRole('textbox').first();
  await line.fill('A map that your child draws');
  await line.blur();
  await fill(page, 'picture.alt', 'A path between old trees');
  await fill(page, 'picture.emoji', '🌳');
  await fill(page, 'picture.label', name);
  await expect(field(page, 'tier')).toContainText('trail-week');
}

/** In the office, an admin makes a camp of the tier. */
async function makeCamp(office: Page): Promise<string> {
  await enter(office, admin, `/management/schedule?week=${addDays(today(), 35)}`);
  await office.getByRole('button', { name: 'New camp' }).click();
  const sheet = office.getByRole('dialog');
  await sheet.getByLabel('Tier').selectOption({ label: name });
  await expect(sheet).toContainText('Sold as “Trail Week” at the published price: S$650');
  await sheet.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(sheet).toContainText('Created.');
  const [camp] = await sql()<{ id: string }[]>`select id from camp_weeks where tier = 'trail-week'`;
  await assignCoach(camp?.id ?? '');
  await sql()`update camp_weeks set is_active = true where id = ${camp?.id ?? ''}`;
  return camp?.id ?? '';
}

test('marketing makes a tier of camps, and the office, the pages and the checkout have it', async ({
  page,
  context,
}) => {
  test.setTimeout(480_000);
  await stayLocal(page);
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  const errors = consoleErrors(page);
  await makeTier(page);
  await publish(page);
  const offer = async () => {
    const [row] = await sql()<{ price_cents: number }[]>`
      select price_cents from offers where details ->> 'tier' = 'trail-week' and active`;
    return row?.price_cents;
  };
  await eventually('the checkout knows the tier', offer, (cents) => cents === 65_000);

  const visitor = await context.newPage();
  const campId = await makeCamp(visitor);
  await expect(badge(page, 'Live')).toBeVisible(rebuilt);
  await sql()`update rebuild_requests set requested_at = requested_at - interval '1 hour'`;
  await runChores();
  await eventually(
    'the camp is listed',
    () => sitePage(paths.campsNew),
    (html) => html.includes(campId),
    rebuilt.timeout,
  );

  await test.step('the pages show it, and the list can be filtered by it', async () => {
    // The cards come into the page when a visitor is near them.
    expect(await sitePage(paths.camps)).toContain('id="package-trail-week"');
    await visitor.goto(`${env('SITE_URL')}${paths.campsNew}?tier=trail-week`);
    await expect(visitor.locator('[data-camp]:not([hidden])')).toHaveCount(1);
    await expect(visitor.locator(`[data-camp="${campId}"]`)).toContainText('S$650');
  });
  await test.step('the assistant answers questions about it', async () => {
    const knowledge = JSON.parse(await sitePage(paths.assistant)) as { tiers: { id: string }[] };
    expect(knowledge.tiers.map(({ id }) => id)).toContain('trail-week');
  });
  await test.step('the checkout sells it', async () => {
    await visitor.goto(`${env('SITE_URL')}/checkout?type=camp&camp=${campId}`);
    await expect(payButton(visitor)).toHaveText(payText('650'));
  });

  await test.step('once it is off sale, nobody can book it', async () => {
    await sql()`update camp_weeks set is_active = false where id = ${campId}`;
    await setSwitch(page, 'On sale', false);
    await publish(page);
    await eventually('it is off sale', offer, (cents) => cents === undefined);
  });
  expect(errors).toEqual([]);
});
