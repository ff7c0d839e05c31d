/** Staff write, assign and complete tasks, and a coach reads their own task (decisions "Tasks"). */
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

test(
  'an admin gives a task to a coach, who ticks and unticks it',
  { tag: '@wide' },
  async ({ page, browser }) => {
    const taskTitle = `Call about the helmet ${randomUUID().slice(0, 8)}`;
    const [coach] = await sql()<{ name: string }[]>`
      select coalesce(k.name, p.name) as name from public.profiles p left join public.coaches k on k.user_id = p.id
      where p.email = 'coach@otter.test'`;
    await enter(page, { email: 'admin@otter.test' }, '/management/tasks');
    await page.getByRole('button', { name: 'New task' }).click();
    const form = page.getByRole('dialog', { name: 'New task' });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('textbox', { name: 'What to do' })).toHaveAttribute('aria-invalid', 'true');
    await form.getByRole('textbox', { name: 'What to do' }).fill(taskTitle);
    await form.getByRole('radio', { name: coach?.name ?? '' }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    const sheet = page.getByRole('dialog', { name: taskTitle });
    await expect(sheet).toContainText(coach?.name ?? '');
    await expectAccessible(page);

    const context = await browser.newContext();
    try {
      const coachPage = await context.newPage();
      await enter(coachPage, { email: 'coach@otter.test' }, '/management/tasks');
      await coachPage.getByRole('link', { name: taskTitle }).click();
      const task = coachPage.getByRole('dialog', { name: taskTitle });
      await task.getByRole('button', { name: 'Mark as done' }).click();
      await expect(task).toContainText('Marked as done.');
      await task.getByRole('button', { name: 'Mark as not done' }).click();
      await expect(task.getByRole('button', { name: 'Mark as done' })).toBeVisible();
      await expect(task.getByRole('button', { name: 'Change' })).toBeHidden();
    } finally {
      await context.close();
    }
  },
);
