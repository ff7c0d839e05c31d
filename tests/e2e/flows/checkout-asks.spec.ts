import { expect } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { sql } from '../support/backend.ts';
import { fillCheckout, goToPayment, payButton, sessionButton } from '../support/booking.ts';
import {
  childCard,
  closeCamps,
  expectAccessibleForm,
  makeCamp,
  openCampCheckout,
  withSummary,
} from '../support/checkout.ts';
import { test } from '../support/test.ts';
import { chooseTeam, ownSession } from '../support/weekend.ts';

test.setTimeout(120_000);
const createdCamps: CampDraft[] = [];
test.afterAll(() => closeCamps(createdCamps));
const question = 'Has your child been on a skateboard before?';

test('the parent of a child who is new to boards is told the levels of its team, and may still book', async ({
  page,
}, { project }) => {
  const ownedSession = await ownSession('Black Otter', 3);
  const parent = {
    name: 'Tan Li Hua',
    email: `level.${project.name}@example.com`,
    phone: '81234567',
    child: `Kai level ${project.name}`,
  };
  await chooseTeam(page, 'Black Otter');
  await sessionButton(page, ownedSession).click();
  await expect(page.getByText('Question 3 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Get Term' }).click();
  const card = childCard(page, 1);
  await card.getByLabel(question).selectOption('Never stood on one');
  await expect(card).toContainText('Black Otter is for Levels 4 to 6. Another team may fit better');
  await expectAccessibleForm(page);
  await card.getByLabel(question).selectOption('Rolls, turns and stops');
  await expect(card).not.toContainText('Another team may fit better');
  await card.getByLabel(question).selectOption('Stands, pushes, wobbles');
  await fillCheckout(page, parent);
  await goToPayment(page);
  await page.getByRole('button', { name: /^Pay S\$/ }).click();
  await page.waitForURL('**/payment-success?**');
  const [child] = await sql()`select experience_level as level from children where name = ${parent.child}`;
  expect(child).toEqual({ level: 'wobbles' });
  await ownedSession.close();
});

test('EPIC asks for each child whether to stay the night, and stores the answer with the order', async ({
  page,
}, { project }) => {
  const camp = await makeCamp('epic', 4);
  createdCamps.push(camp);
  const parent = {
    name: 'Tan Li Hua',
    email: `night.${project.name}@example.com`,
    phone: '81234567',
    child: `Kai night ${project.name}`,
  };
  await openCampCheckout(page, camp);
  await fillCheckout(page, parent);
  const night = page.getByRole('checkbox', { name: `${parent.child} would like to stay overnight` });
  await expect(night).not.toBeChecked();
  await night.check();
  await expect(page.getByText('Overnight camping is by pre-approval only')).toBeVisible();
  await expectAccessibleForm(page);
  await withSummary(page, async () => {
    await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText(
      `Overnight camping: ${parent.child}`,
    );
  });
  await expect(payButton(page)).toHaveText(/^Pay S\$/);
  await goToPayment(page);
  const [told] = await sql()`select c.overnight from order_children c join orders o on o.id = c.order_id
    where o.parent_email = ${parent.email}`;
  expect(told).toEqual({ overnight: true });
});
