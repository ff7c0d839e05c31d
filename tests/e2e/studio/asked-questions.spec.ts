import { expect } from '@playwright/test';
import { consoleErrors, signIn, stayLocal } from '#support/studio.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

/** "What parents ask" is a list that is read with the Studio session, with links to write an answer. */
test.setTimeout(150_000);

test('marketing reads what parents ask, and writes an answer to it', async ({ page }) => {
  await sql()`
    insert into public.assistant_questions (question, outcome, page, times_asked, first_on, last_on) values
      ('got parking at east coast', 'nothing', '/camps', 7, private.calendar_today(), private.calendar_today()),
      ('is lunch included', 'passage', null, 900, private.calendar_today(), private.calendar_today())
    on conflict (question) do nothing`;
  await stayLocal(page);
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  const errors = consoleErrors(page);
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  const part = (name: string) => page.getByRole('region', { name });
  await expect(part('Unanswered questions')).toContainText('got parking at east coast');
  await expect(part('Site and checkout')).toContainText('products are on sale');
  await expect(part('Prices').getByRole('row').filter({ hasText: 'Camp' }).first()).toContainText('S$');
  for (const name of ['Drafts waiting', 'Changed since yesterday'])
    await expect(part(name)).not.toContainText(/Loading|could not/);
  await page.getByRole('link', { name: 'What parents ask' }).click();
  const rows = page.getByRole('listitem').filter({ hasText: /times|Once/ });
  const parking = rows.filter({ hasText: 'got parking at east coast' });
  await expect(parking).toContainText('7 times · Not answered · /camps');
  // Unanswered questions come before questions that are asked more often.
  const texts = await rows.allInnerTexts();
  const nth = (words: string) => texts.findIndex((text) => text.includes(words));
  expect(nth('got parking')).toBeLessThan(nth('is lunch included'));

  await parking.getByRole('link', { name: 'Write an answer' }).click();
  await expect(page.getByTestId('field-questions').getByRole('textbox').first()).toHaveValue(
    'got parking at east coast',
    { timeout: 30_000 },
  );
  await expect(page.getByTestId('field-answer')).toBeVisible();
  expect(errors).toEqual([]);
});
