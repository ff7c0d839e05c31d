import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { published, asStudioShows } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { crawlerUserAgent } from '../support/visitor.ts';

test.use({ userAgent: crawlerUserAgent });

const terms = [
  ['Try-Out', 'S$38', '1', 'S$38', '14 days', '–', 'No'],
  ['Flexi', 'S$167', '4', 'S$41.75', '28 days', '–', 'Yes, until you stop it'],
  ['Term', 'S$697', '18', 'S$38.72', '130 days', '2', 'No'],
  ['X Term', 'S$1,297', '40', 'S$32.43', '270 days', '5', 'No'],
];

test(
  'four passes are side by side, and the table compares them',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    await page.goto(`${env('SITE_URL')}/passes`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('More weekends, less per weekend.');
    for (const [name = '', price = ''] of terms) {
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name, exact: true }) });
      await expect(card).toContainText(price);
      await expect(card.getByRole('link', { name: `Get ${name}` })).toHaveAttribute(
        'href',
        name === 'Try-Out' ? '/try-out-otter-for-kids' : /^\/\?pass=(flexi|halfyear|annual)#book-your-/,
      );
    }
    await expect(page.getByRole('listitem').filter({ hasText: 'Recommended' })).toContainText('S$697');
    const table = page.getByRole('table');
    const column = async (index: number) => [
      await table.getByRole('columnheader').nth(index).innerText(),
      ...(await Promise.all(
        [1, 2, 3, 4, 5, 6].map((row) =>
          table.getByRole('row').nth(row).getByRole('cell').nth(index).innerText(),
        ),
      )),
    ];
    // Sections far below have no text until the browser gives them a layout.
    await expect.poll(() => Promise.all([0, 1, 2, 3].map(column))).toEqual(terms);
    await expectAccessible(page);
  },
);

test(
  'the page shows three questions first and the others by a button, with one open at a time',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    await page.goto(`${env('SITE_URL')}/passes`);
    const questions = page.locator('details').filter({ visible: true });
    const open = page.locator('details[open]');
    await expect(questions).toHaveCount(3);
    await expect(questions.first().locator('.question-preview')).toHaveText(/^.{20,140}$/);
    const more = page.getByRole('button', { name: 'More Questions' });
    await more.click();
    const all = await page.locator('details').count();
    expect(all).toBeGreaterThan(3);
    await expect(questions).toHaveCount(all);
    await questions.nth(0).locator('summary').click();
    await expect(open).toHaveCount(1);
    await questions.nth(3).locator('summary').click();
    await expect(open).toHaveCount(1);
    await expect(questions.nth(3)).toHaveAttribute('open');
    await expectAccessible(page);
    // A hidden answer is closed, and opening one answer closes the other.
    await page.getByRole('button', { name: 'Show Less Questions' }).click();
    await expect(questions).toHaveCount(3);
    await expect(open).toHaveCount(0);
    await questions.nth(1).locator('summary').press('Enter');
    await expect(open).toHaveCount(1);
    await questions.nth(1).locator('summary').press('Enter');
    await expect(open).toHaveCount(0);
  },
);

test(
  'the page shows four teams, each with its ages, levels and passes',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    await page.goto(`${env('SITE_URL')}/team-passes`);
    const teams = page.getByRole('main').getByRole('article');
    const facts = async (index: number) => {
      const team = teams.nth(index);
      return [
        await team.getByRole('heading', { level: 3 }).innerText(),
        ...(await team.getByRole('definition').allInnerTexts()),
      ];
    };
    await expect(teams).toHaveCount(4);
    await expect
      .poll(() => Promise.all([0, 1, 2, 3].map(facts)))
      .toEqual([
        ['White Otter', '5–6 years', '1–3', '4–6'],
        ['Red Otter', '7–10 years', '1–3', '4–6'],
        ['Black Otter', '7–12 years', '4–6', '4–6'],
        ['X-Otter', '7–12 years', '7–8', '4–6'],
      ]);
    const stories = await published<string[]>('*[_type == "team"] | order(order asc).story');
    for (const [index, story] of stories.entries())
      await expect(teams.nth(index)).toContainText(asStudioShows(story));
    expect(stories).toHaveLength(4);
    for (const team of await teams.all()) {
      await expect(team.getByRole('link')).toHaveCount(4);
      for (const [name = '', price = ''] of terms)
        await expect(team.getByRole('listitem').filter({ hasText: `Get ${name} ·` })).toContainText(price);
    }
    await expectAccessible(page);
  },
);
