/**
 * Tests names in other scripts and with emoji, and parents without a family from their first child to a booking (spec 1
 * §3).
 */
import { expect, type Page } from '@playwright/test';
import { buy, mailAbout } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { openings, runChores, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter, givePass } from '../support/family.ts';
import { makeParent, type ParentAccount } from '../support/parents.ts';
import { test } from '../support/test.ts';
import { type OwnSession, ownSession } from '../support/weekend.ts';

const hebrew = 'נועם 🦦 לוי';
const arabic = 'نورة 🛹 العلي';
const createdSessions: OwnSession[] = [];
test.afterEach(async () => {
  for (const session of createdSessions.splice(0)) await session.close();
});

/** Makes a new account without a family. */
async function makeStranger(): Promise<ParentAccount> {
  const parent = await makeParent([]);
  await sql()`delete from public.families where id = ${parent.familyId}`;
  return parent;
}

async function expectNarrow(page: Page): Promise<void> {
  const { wide, screen } = await page.evaluate(() => ({
    wide: document.scrollingElement?.scrollWidth ?? 0,
    screen: innerWidth,
  }));
  expect(wide).toBeLessThanOrEqual(screen);
}

test(
  'a parent without a family is led to the first child on every screen, and then has a family',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeStranger();
    await enter(page, parent, '/family-base');
    await expect(page.getByRole('heading', { name: 'Your Family Base is ready.' })).toBeVisible();
    await expectAccessible(page);
    for (const [path, heading] of [
      ['book', 'Who is the session for?'],
      ['passes', 'No passes yet.'],
      ['parents', 'Your details'],
      ['privacy', 'Nothing to show yet'],
    ] as const) {
      await page.goto(`${env('SITE_URL')}/family-base/${path}`);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expectAccessible(page);
    }
    await page.goto(`${env('SITE_URL')}/family-base/book`);
    await page.getByRole('link', { name: 'Add a child' }).click();
    await addChild(page, 'Ada');
    const families = await sql()`
    select c.name from families f join children c on c.family_id = f.id where f.primary_parent_id = ${parent.userId}`;
    expect(families).toEqual([{ name: 'Ada' }]);
  },
);

async function addChild(page: Page, name: string): Promise<void> {
  await page.getByLabel('Child’s full name').fill(name);
  await page.getByLabel('Day').fill('14');
  await page.getByLabel('Month').fill('3');
  await page.getByLabel('Year').fill('2018');
  await page.getByRole('button', { name: 'Add child' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add a child' })).toHaveCount(0);
}

test(
  'a parent adds, changes and books for a right-to-left name with symbols, and sees it as it was typed',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const parent = await makeStranger();
    await enter(page, parent, '/family-base/child');
    // A keyboard may add invisible direction marks.
    await addChild(page, `\u200f${hebrew}\u200e`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(hebrew);
    await expectAccessible(page);
    const about = page.locator('#about');
    await about.getByRole('button', { name: /^Change/ }).click();
    await page.getByLabel('Child’s full name').fill(arabic);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabic);
    await expectNarrow(page);

    const [child] = await sql()<{ id: string; name: string; family_id: string }[]>`
    select c.id, c.name, c.family_id from children c join families f on f.id = c.family_id
    where f.primary_parent_id = ${parent.userId}`;
    if (!child) throw new Error('no child');
    expect(child.name).toBe(arabic);
    await givePass({ ...parent, familyId: child.family_id, children: { [arabic]: child.id } }, arabic);
    for (const team of ['White Otter', 'Red Otter']) createdSessions.push(await ownSession(team, 4));

    await page.goto(`${env('SITE_URL')}/family-base/book`);
    await page
      .getByRole('checkbox', { name: new RegExp(`^${arabic} · `) })
      .first()
      .check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Book session' }).click();
    await expect(page.getByRole('heading', { name: 'Booked!' })).toBeVisible();
    await expectNarrow(page);
    await page.goto(`${env('SITE_URL')}/family-base`);
    await expect(page.getByRole('article', { name: arabic })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Coming up' })).toContainText(arabic);
    // The sentence continues from left to right after the name.
    await expect(page.getByText(`\u2068${arabic}\u2069 skates`)).toBeVisible();
    await expectNarrow(page);
    await expectAccessible(page);
  },
);

test(
  'a guest buys for a child with such a name: the page and the mail name the child, and the mail greets the parent',
  { tag: '@once' },
  async ({ page }) => {
    const email = `names.${Date.now()}@families.test`;
    const session = (await openings()).find(({ available_spots: spots }) => spots > 1);
    if (!session) throw new Error('no class');
    await buy(page, {
      email,
      lines: [{ offer_id: 'pass-tryout', session_id: session.session_id, child: 0 }],
      children: [hebrew],
    });
    await expect(page.getByText(hebrew).first()).toBeVisible();
    await expectNarrow(page);
    await runChores();
    const mail = await mailAbout(email, /^You’re in/);
    expect(mail.html).toContain('Hi Mei Tan,');
    expect(mail.html + mail.text).toContain('נועם');
  },
);
