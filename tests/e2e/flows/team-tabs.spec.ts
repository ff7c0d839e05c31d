import { expect, type Page } from '@playwright/test';
import { isReadable } from '#contract/contrast.ts';
import { paths } from '#config/paths.ts';
import { published } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

/** Turns "rgb(198, 40, 40)" into "#C62828". */
const toHex = (color: string) =>
  '#' +
  Array.from(color.matchAll(/\d+/g), ([part]) => Number(part).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

const tabs = (page: Page) =>
  page.locator('.team-tab').evaluateAll((all) =>
    all.map((tab) => {
      const { backgroundColor, color } = getComputedStyle(tab);
      return { label: tab.textContent.trim(), tab: backgroundColor, text: color };
    }),
  );

for (const path of [paths.home, paths.teamPasses])
  test(`on ${path} each team's card has a tab with the label and colours of content`, async ({ page }) => {
    const teams = await published<{ tabLabel: string; tabColor: string; tabTextColor: string }[]>(
      '*[_type == "team"] | order(order asc){ tabLabel, tabColor, tabTextColor }',
    );
    await page.goto(env('SITE_URL') + path);
    const shownTeams = (await tabs(page)).map(({ label, tab, text }) => ({
      tabLabel: label,
      tabColor: toHex(tab),
      tabTextColor: toHex(text),
    }));
    expect(shownTeams).toEqual(teams);
    for (const { tabColor, tabTextColor } of shownTeams)
      expect(isReadable(tabTextColor, tabColor)).toBe(true);
  });
