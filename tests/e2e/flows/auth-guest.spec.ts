import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { authMail, linkIn } from '../support/auth.ts';
import { buy, mailAbout } from '../support/after-sale.ts';
import { expectAccessible } from '../support/axe.ts';
import { eventually, openings, runChores, sql } from '../support/backend.ts';
import { test } from '../support/test.ts';

test('a guest creates an account from the page after payment, and the order belongs to it', async ({
  page,
}) => {
  const email = `guest.${randomUUID().slice(0, 8)}@families.test`;
  const session = (await openings()).find(({ available_spots: spots }) => spots > 1);
  if (!session) throw new Error('no class');
  const grandfather = { name: 'Rahim bin Ali', relationship: 'Grandfather', phone: '+6591234568' };
  const details = {
    allergies: 'Peanuts',
    pickup_authorizations: [grandfather],
    emergency_contacts: [{ name: 'Siti Aminah', relationship: 'Aunt', phone: '+6591234569' }],
  };
  const child = `Ada ${email.slice(6, 14)}`;
  const line = { offer_id: 'pass-tryout', session_id: session.session_id, child: 0 };
  const { number } = await buy(page, { email, lines: [line], children: [child], details });
  const createAccount = page.getByRole('link', { name: 'Create my account' });
  await expect(createAccount).toBeVisible();
  await expectAccessible(page);

  // The e-mail has the same link, which contains the address, but cannot open an account without a password.
  await runChores();
  const mail = await mailAbout(email, /^You’re in/);
  const linkInMail = /https?:\S+\/auth\?\S+#email=\S+/.exec(mail.text)?.[0] ?? '';
  expect(decodeURIComponent(linkInMail)).toContain(`#email=${email}`);

  await createAccount.click();
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  expect(page.url()).not.toContain(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await page.goto(linkIn(await authMail(email, /^(Confirm|Your sign-in)/)));
  await page
    .getByRole('button')
    .filter({ hasText: /Confirm my address|Sign me in/ })
    .click();
  await page.getByRole('button', { name: 'Not now, I’ll sign in by e-mail' }).click();
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
  // The guest's answers count at once, the grandfather may still collect, and the page asks about all of it once.
  const roster = await readRosterRow(child);
  expect(roster).toMatchObject({
    name: child,
    health: { state: 'reported', allergies: ['Peanuts'], unconfirmed: [] },
    pickup_authorizations: [grandfather],
  });
  await page.getByRole('link', { name: 'Open Family Base' }).click();
  await expect(page.getByText('You, or Rahim bin Ali')).toBeVisible();
  await expect(page.getByText('Is this right?')).toBeVisible();
  await page.getByRole('link', { name: 'Check details' }).click();
  const card = page.locator('#proposals');
  await expect(card.getByRole('heading', { name: child })).toBeVisible();
  for (const words of ['Peanuts', 'Siti Aminah, Aunt', 'Rahim bin Ali, Grandfather', `order ${number}`])
    await expect(card).toContainText(words);
  await expectAccessible(page);
  await card
    .getByRole('group', { name: /Siti Aminah/ })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(card).toContainText('Removed: Emergency contact, Siti Aminah');
  await card.getByRole('button', { name: 'Confirm all' }).click();
  await expect(card).toContainText('Thank you. We have added all of it to your family’s details.');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Parents', level: 1 })).toBeVisible();
  await expect(page.locator('.pickup-codes')).toContainText('Rahim bin Ali');
  await expect(card).toHaveCount(0);
  expect(await readRosterRow(child)).toMatchObject({
    health: { allergies: ['Peanuts'] },
    emergency_contacts: [],
    pickup_authorizations: [grandfather],
  });
});

/** Returns the child as a coach's roster shows it on the day of its class. */
async function readRosterRow(name: string): Promise<unknown> {
  const [row] = await sql()<{ roster: { children: { name: string }[] }[] }[]>`
    select private.serve_roster(b.session_date, array[b.session_id]) as roster
    from public.bookings b join public.children c on c.id = b.child_id where c.name = ${name}`;
  return row?.roster[0]?.children.find((child) => child.name === name);
}
