/** Staff correct a family's details and change levels, teams and credits (decisions "/management/families"). */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { enter, givePass } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

const admin = { email: 'admin@otter.test' };
const panel = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test(
  'an admin corrects a child, sets its level, allows a team and gives a credit, and the family is told',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    const name = `Kia Tna ${Date.now().toString(36)}`;
    const parent = await makeParent([name]);
    await givePass(parent, name);
    await enter(page, admin, `/management/families?family=${parent.familyId}`);
    const children = page.getByRole('region', { name: 'Children' });

    // Without a reason nothing is sent, and typed text stays.
    await children.getByRole('button', { name: `Correct: ${name}` }).click();
    const form = panel(page, `Correct the details of ${name}`);
    await form.getByLabel('Child’s full name').fill('Kai Tan');
    await form.getByRole('button', { name: 'Save and tell the family' }).click();
    await expect(form.getByRole('link', { name: /Why/ })).toBeVisible();
    await expectAccessible(page);
    await expect(form.getByLabel('Child’s full name')).toHaveValue('Kai Tan');
    await form.getByLabel('Why').fill('The mother called');
    await form.getByRole('button', { name: 'Save and tell the family' }).click();
    await expect(page.getByText('Corrected: name. 1 parent was notified by e-mail.')).toBeVisible();
    await expect(form).toHaveCount(0);
    await expect(children).toContainText('Kai Tan');
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText(
      `name, before “${name}”, now “Kai Tan”. Why: The mother called`,
    );
    const reports = await sql()`
      select payload from public.outbox where template = 'details_corrected' and key like ${`%${parent.familyId}%`}`;
    expect(reports).toHaveLength(1);

    await children.getByRole('button', { name: 'Level: Kai Tan' }).click();
    const level = panel(page, 'Level of Kai Tan');
    await level.getByLabel('Level', { exact: true }).selectOption('Level 3');
    await level.getByLabel('Note for the family').fill('Drops in like a duck');
    await level.getByRole('button', { name: 'Save level' }).click();
    await expect(page.getByText('Kai Tan is on level 3.')).toBeVisible();
    await expect(children).toContainText('“Drops in like a duck” our office');

    await children.getByRole('button', { name: 'Team: Kai Tan' }).click();
    const team = panel(page, 'Teams that Kai Tan may join');
    await team.getByText('Red Otter', { exact: true }).click();
    await team.getByRole('button', { name: 'Save team' }).click();
    await expect(children).toContainText('May join Red Otter');

    const passes = page.getByRole('region', { name: 'Passes' });
    await passes.getByRole('button', { name: /^Add or deduct credits: Kai Tan/ }).click();
    const credits = panel(page, /^Credits of Kai Tan/);
    await credits.getByText('Deduct', { exact: true }).click();
    await credits.getByLabel('How many').selectOption('10');
    await credits.getByLabel('Why').fill('Bought by mistake');
    await credits.getByRole('button', { name: 'Save credits' }).click();
    await expect(credits).toContainText('The pass has fewer credits than that.');
    await credits.getByText('Add', { exact: true }).click();
    await credits.getByLabel('How many').selectOption('2');
    await credits.getByRole('button', { name: 'Save credits' }).click();
    await expect(page.getByText(/^Kai Tan has \d+ credits on this pass\.$/)).toBeVisible();
    await expectAccessible(page);

    // A pause goes beyond the rules of the pass, which allow none. Its end gives the days back.
    const [day] = await sql()<[{ early: string; first: string; last: string }]>`
      select (private.calendar_today() - 99)::text as early, (private.calendar_today() - 5)::text as first,
        (private.calendar_today() + 40)::text as last`;
    await passes.getByRole('button', { name: /^Pause: Kai Tan/ }).click();
    const pause = panel(page, /^Pause .* of Kai Tan$/);
    await pause.getByLabel('First day').fill(day.last);
    await pause.getByLabel('Last day').fill(day.first);
    await pause.getByLabel('Reason').fill('Away with the grandparents');
    await pause.getByRole('button', { name: 'Pause the pass' }).click();
    await expect(pause).toContainText('Last day: The last day must not be before the first day.');
    await pause.getByLabel('First day').fill(day.early);
    await pause.getByLabel('Last day').fill(day.last);
    await pause.getByRole('button', { name: 'Pause the pass' }).click();
    await expect(pause).toContainText(/First day: The first day must be from .+, when the pass ends\./);
    await expectAccessible(page);
    await pause.getByLabel('First day').fill(day.first);
    await pause.getByRole('button', { name: 'Pause the pass' }).click();
    await expect(page.getByText(/^The pass of Kai Tan is paused\. The pass ends on /)).toBeVisible();
    await passes.getByRole('button', { name: /^End the pause of/ }).click();
    await panel(page, /^End the pause of Kai Tan/)
      .getByRole('button', { name: 'End the pause now' })
      .click();
    await expect(page.getByText(/^The pause of Kai Tan has ended\. The pass ends on /)).toBeVisible();
  },
);

test(
  'an admin corrects a guest’s address and a parent’s number, and Escape leaves the form',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent(['Ada']);
    await enter(page, admin, `/management/families?family=${parent.familyId}`);
    await expect(page.getByRole('region', { name: 'Passes' })).toContainText(
      'Ada has no valid pass to add credits to. Add to the balance instead.',
    );
    const parents = page.getByRole('region', { name: 'Parents' });
    await parents.getByRole('button', { name: /^Correct:/ }).click();
    await expect(panel(page, /^Correct the details of/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page, /^Correct the details of/)).toHaveCount(0);
    await parents.getByRole('button', { name: /^Correct:/ }).click();
    const form = panel(page, /^Correct the details of/);
    // Only the owner of an account may change its address.
    await expect(form.getByLabel('E-mail')).toHaveCount(0);
    await expect(form).toContainText('They must open a link sent to each address');
    await form.getByLabel('Mobile number').fill('9888 7777');
    await form.getByLabel('Why').fill('New number');
    await form.getByRole('button', { name: 'Save and tell the family' }).click();
    await expect(page.getByText('Corrected: mobile. 1 parent was notified by e-mail.')).toBeVisible();
    await expect(parents).toContainText('+65 9888 7777');
  },
);
