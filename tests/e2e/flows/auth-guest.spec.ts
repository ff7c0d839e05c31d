import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { authMail, linkIn } from '../support/auth.ts';
import { buy, mailAbout } from '../support/after.ts';
import { expectAccessible } from '../support/axe.ts';
import { eventually, openings, runChores, sql } from '../support/backend.ts';
import { test } from '../support/test.ts';

test('a guest makes an account from the page after payment, and the order is theirs', async ({ page }) => {
  const email = `guest.${randomUUID().slice(0, 8)}@families.test`;
  const session = (await openings()).find(({ available_spots: spots }) => spots > 1);
  if (!session) throw new Error('no class');
  const line = { offer_id: 'pass-tryout', session_id: session.session_id, child: 0 };
  const { number } = await buy(page, { email, lines: [line], children: [`Ada ${email.slice(6, 14)}`] });
  const way = page.getByRole('link', { name: 'Make my account' });
  await expect(way).toBeVisible();
  await expectAccessible(page);

  // The mail has the same way, with the address in it and nothing that opens an account by itself.
  await runChores();
  const mail = await mailAbout(email, /^You're in/);
  const inMail = /https?:\S+\/auth\?\S+#email=\S+/.exec(mail.text)?.[0] ?? '';
  expect(decodeURIComponent(inMail)).toContain(`#email=${email}`);

  await way.click();
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  expect(page.url()).not.toContain(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await page.goto(linkIn(await authMail(email, /^(Confirm|Your sign-in)/)));
  await page
    .getByRole('button')
    .filter({ hasText: /Confirm my address|Sign me in/ })
    .click();
  await page.getByRole('button', { name: 'Not now: I sign in by e-mail' }).click();
  await expect(page.getByText('1 earlier booking is now in your Family Base.')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Open Family Base' })).toHaveAttribute('href', '/family-base');
  const owner = await eventually(
    'the order is the account’s',
    () => sql()`select u.email from orders o join families f on f.id = o.family_id
      join auth.users u on u.id = f.primary_parent_id where o.number = ${number}`,
    (rows) => rows.length > 0,
  );
  expect(owner[0]?.['email']).toBe(email);
  // Whom the guest named is proposed: a parent confirms each.
  const [child] = await sql()`select c.standing from children c join families f on f.id = c.family_id
    where f.contact_email = ${email} or f.id = (select family_id from orders where number = ${number})`;
  expect(child?.['standing']).toBe('proposed');
});
