/** The link of an invitation to staff leads to the sign-in and back, and a button press gives the role. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

const readRole = async (userId: string) =>
  (await sql()`select from public.user_roles where user_id = ${userId} and role = 'coach'`).length;

test(
  'the invited person signs in from the link, accepts and opens the roster',
  { tag: ['@once'] },
  async ({ page }) => {
    const person = await makeParent([]);
    const token = randomBytes(16).toString('hex');
    await sql()`
      insert into public.staff_invitations (email, name, role, token_hash, invited_by, expires_at)
      select ${person.email}, 'Nadia Rahman', 'coach', ${createHash('sha256').update(token).digest('hex')}, user_id,
        now() + interval '1 day'
      from public.user_roles where role = 'business_admin' limit 1`;
    await page.goto(`${env('SITE_URL')}/management/invitation#invitation=${token}`);
    await expect(page.getByRole('heading', { name: 'You are invited to the team.' })).toBeVisible();
    await expect(page).toHaveURL(/\/auth\?from=/);
    expect(page.url()).not.toContain(token);
    await enter(page, person, '/management/invitation');
    await expect(page.getByRole('heading', { name: 'Join the team' })).toBeVisible();
    await expect(page.getByText(`You are signed in as ${person.email}.`)).toBeVisible();
    await expectAccessible(page);
    expect(await readRole(person.userId)).toBe(0);
    await page.getByRole('button', { name: 'Start as a coach' }).click();
    await expect(page.getByRole('heading', { name: 'You are now a coach.' })).toBeVisible();
    expect(await readRole(person.userId)).toBe(1);
    await page.getByRole('link', { name: 'Open today’s roster' }).click();
    await expect(page).toHaveURL(/\/management\/roster/);
  },
);
