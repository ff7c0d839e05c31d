import { expect, type Page } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { expectAccessible } from '../support/axe.ts';
import { childCard, closeCamps, makeSpark, openCampCheckout } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const createdCamps: CampDraft[] = [];
test.afterAll(() => closeCamps(createdCamps));
const opener = (page: Page) => page.locator('[data-open="quiz"]').first();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Which team? Ask the otter.' });
const answers = ['9 or 10', 'Stands, pushes, wobbles', 'Rubs the knee', 'Joins in', 'With a friend'];

async function answer(page: Page, labels: readonly string[]): Promise<void> {
  for (const [index, label] of labels.entries()) {
    await expect(page.getByText(`Question ${index + 1} of 5`)).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Continue' })).toBeHidden();
    await dialog(page).getByText(label).click();
  }
}

test(
  'five taps on answers suggest a team and a stage of the journey, which are stored for the booking',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    await page.goto(env('SITE_URL'));
    await opener(page).click();
    await expect(dialog(page).getByText('How old is your child?')).toBeFocused();
    await expectAccessible(page);
    await answer(page, answers);
    await expect(dialog(page).getByRole('heading', { name: 'Sounds like Red Otter.' })).toBeFocused();
    await expect(dialog(page).getByText('Stage of the journey: Ignite')).toBeVisible();
    await expectAccessible(page);
    const storedAnswers = await page.evaluate(
      () => JSON.parse(localStorage.getItem('otter_quiz') ?? '{}') as unknown,
    );
    expect(storedAnswers).toMatchObject({ team: 'red', level: 'ignite' });

    await dialog(page).getByRole('button', { name: 'Ask again' }).click();
    await answer(page, ['13 or older', ...answers.slice(1)]);
    await expect(dialog(page).getByRole('heading', { name: 'Old enough for Fire.' })).toBeVisible();
  },
);

test('the booking uses the quiz’s team, now and on the next visit', { tag: '@once' }, async ({ page }) => {
  await page.goto(env('SITE_URL'));
  await opener(page).click();
  await answer(page, answers);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await page.getByText('Question 1 of 3').scrollIntoViewIfNeeded();
  await expect(page.getByText('Your quiz suggests Red Otter.')).toBeVisible();
  await expectAccessible(page);

  await page.goto(env('SITE_URL'));
  await page.getByText('Question 1 of 3').scrollIntoViewIfNeeded();
  await expect(page.getByText('Your quiz suggests Red Otter.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^SELECTED Red Otter/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
});

test(
  'the checkout’s question about board skills has the quiz’s answer, which can be changed',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto(env('SITE_URL'));
    await opener(page).click();
    await answer(page, answers);
    const camp = await makeSpark(5);
    createdCamps.push(camp);
    await openCampCheckout(page, camp);
    const level = childCard(page, 1).getByLabel('Has your child been on a skateboard before?');
    await expect(level.getByRole('option', { selected: true })).toHaveText('Stands, pushes, wobbles');
    await expect(level).toHaveAccessibleDescription(/From your quiz/);
    await level.selectOption('Not sure yet');
    await expect(level).toHaveAccessibleDescription(/Most children start with the first one/);
    await page.getByLabel('Parent’s full name').fill('Mei Tan');
    await page.reload();
    await expect(page.getByLabel('Parent’s full name')).toHaveValue('Mei Tan');
    await expect(level.getByRole('option', { selected: true })).toHaveText('Not sure yet');
  },
);

test(
  'arrow keys look through the answers, Enter continues, Back keeps the answer, and Escape closes',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto(env('SITE_URL'));
    await opener(page).focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('radio').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(dialog(page).getByRole('radio', { name: '7 or 8' })).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Question 2 of 5')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    await expect(dialog(page).getByRole('radio', { name: '7 or 8' })).toBeChecked();
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Question 2 of 5')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
  },
);

test('the quiz’s script is loaded on request', { tag: '@once' }, async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  await page.goto(env('SITE_URL'), { waitUntil: 'networkidle' });
  const before = scripts.length;
  await opener(page).click();
  await expect(dialog(page)).toBeVisible();
  expect(scripts.length).toBeGreaterThan(before);
});
