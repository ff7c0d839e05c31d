/** A page translator does not change names, even inside sentences (decisions "Pages that a browser translates"). */
import { expect, type Page } from '@playwright/test';
import { demoLogins } from '#local/demo/logins.ts';
import { paths } from '#config/paths.ts';
import { env } from '../support/env.ts';
import { sql } from '../support/backend.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';
import { narrow, wide } from '../support/visitor.ts';

/** Returns visible texts with a name that a translator would change. */
const findUnmarkedNames = (page: Page, names: string[]) =>
  page.locator('main').evaluate((main, knownNames) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent ?? '';
      const parent = walker.currentNode.parentElement;
      if (!parent || parent.closest('[translate="no"], .sr-only, script, option, textarea')) continue;
      if (parent.checkVisibility() && knownNames.some((name) => text.includes(name))) found.push(text);
    }
    return found;
  }, names);

async function readChildren(email: string): Promise<string[]> {
  const rows = await sql()<{ name: string }[]>`
    select c.name from public.children c
    join public.profiles p on p.family_id = c.family_id
    join auth.users u on u.id = p.id
    where u.email = ${email}`;
  return rows.map(({ name }) => name);
}

test(
  'every name of a child on the screens of a family is marked as a name',
  { tag: '@once' },
  async ({ page }) => {
    const email = demoLogins[0]?.email ?? '';
    const names = await readChildren(email);
    expect(names.length).toBeGreaterThan(0);
    await enter(page, { email }, paths.familyBase);
    for (const path of [paths.familyBase, paths.familyBook, paths.familyPasses]) {
      await page.goto(env('SITE_URL') + path);
      await expect(page.locator('main [translate="no"]').first()).toBeVisible();
      await expect(page.locator('.spinner:visible')).toHaveCount(0);
      for (const size of [wide, narrow]) {
        await page.setViewportSize(size);
        expect(await findUnmarkedNames(page, names), path).toEqual([]);
      }
    }
  },
);
