/** Staff find, read and refund orders, and nobody else can open them (spec 1 §2 and §6). */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { buy, forgetSessions, makeSession } from '../support/after-sale.ts';
import { runChores, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

const admin = { email: 'admin@otter.test' };

test(
  'an admin finds an order by its number, reads its history, and refunds a part of it',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const amount = '1.50';
    const order = await buy(page, {
      email: `orders.${project.name}@families.test`,
      lines: [{ offer_id: 'pass-tryout', session_id: await makeSession(), child: 0 }],
      children: [`Ori of ${project.name}`],
    });
    await enter(page, admin, '/management/orders');
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
    const firstNumber = page.getByRole('link', { name: /^OT-/ }).first();
    await expect(firstNumber).toBeVisible();
    await expectAccessible(page);
    // Fourteen orders fit on a laptop's screen.
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1280, height: 800 });
    const [first, second] = await Promise.all(
      [1, 2].map((nth) => page.getByRole('row').nth(nth).boundingBox()),
    );
    expect(first?.height).toBeLessThanOrEqual(40);
    expect((second?.y ?? 0) + 13 * (second?.height ?? 0)).toBeLessThanOrEqual(800);
    if (size) await page.setViewportSize(size);
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(order.number.toLowerCase());
    await expect(page.getByRole('link', { name: /^OT-/ })).toHaveCount(1);
    await expect(page).toHaveURL(/search=/);

    await page.getByRole('link', { name: order.number }).press('Enter');
    const sheet = page.getByRole('dialog', { name: order.number });
    await expect(sheet.getByRole('heading', { name: 'What happened' })).toBeVisible();
    await expectAccessible(page);
    await sheet
      .getByRole('button', { name: /^Refund: / })
      .first()
      .click();
    await sheet.getByLabel('Amount in S$').fill('99999');
    await sheet.getByRole('button', { name: /^Refund S\$/ }).click();
    await expect(sheet.getByText('That is more than you can refund.')).toBeVisible();
    await sheet.getByLabel('Amount in S$').fill(amount);
    await expect(
      sheet.getByText(`S$${amount} will be refunded to the original payment method. This can’t be undone.`),
    ).toBeVisible();
    await sheet.getByLabel('Note (optional)').fill('The bus was late');
    await expectAccessible(page);
    await sheet.getByRole('button', { name: `Refund S$${amount}` }).click();
    await expect(sheet.getByText(`S$${amount} is being refunded.`, { exact: true })).toBeVisible();
    await expect(sheet.getByText(`Refund of S$${amount}: Goodwill`)).toBeVisible();
    await expect(sheet.getByText('Note on the refund: The bus was late')).toBeVisible();
    // The simulated Stripe has the refund.
    await runChores();
    const [row] = await sql()<{ name: string }[]>`
    select r.provider_refund_id as name from public.refunds r join public.orders o on o.id = r.order_id
    where o.number = ${order.number}`;
    expect(row?.name).toMatch(/^re_/);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('link', { name: order.number })).toBeFocused();
    await expect(page.getByRole('row', { name: order.number })).toContainText('Partly refunded');
  },
);

test(
  'an admin selects several orders and saves them as a CSV file',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const session_id = await makeSession();
    const email = `bulk.${project.name}@families.test`;
    const numbers: string[] = [];
    for (const child of ['Ana', 'Ben', 'Cy']) {
      const lines = [{ offer_id: 'pass-tryout', session_id, child: 0 }];
      const { number } = await buy(page, { email, lines, children: [`${child} of ${project.name}`] });
      numbers.unshift(number);
    }
    await enter(page, admin, `/management/orders?search=${encodeURIComponent(email)}`);
    await expect(page.getByRole('link', { name: /^OT-/ })).toHaveCount(3);
    await page.getByRole('checkbox', { name: `Select ${numbers[0]}` }).check();
    await page.getByRole('checkbox', { name: `Select ${numbers[2]}` }).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar).toContainText('3 selected');
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: `Select ${numbers[1]}` }).uncheck();
    await expect(bar).toContainText('2 selected');
    await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    const file = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'Save as CSV' }).click();
    const text = await readFile(await (await file).path(), 'utf8');
    expect(text).toContain(numbers[0]);
    expect(text).toContain(numbers[2]);
    expect(text).not.toContain(numbers[1]);
    await expect(bar).toContainText('Saved 2 rows.');
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await expect(bar).toBeHidden();
    // Space on a row selects it by keyboard.
    await page.getByRole('link', { name: numbers[1] ?? '' }).press('Space');
    await expect(bar).toContainText('1 selected');
    await expect(page.getByRole('dialog')).toBeHidden();
  },
);

test(
  'an admin cancels a spot with a larger refund than its rules give, in one press',
  { tag: '@once' },
  async ({ page }) => {
    const order = await buy(page, {
      email: 'gives.back@families.test',
      lines: [{ offer_id: 'pass-tryout', session_id: await makeSession(), child: 0 }],
      children: ['Gia who gives back'],
    });
    // Every line of this order is refunded by half, whatever terms it was sold with.
    await sql().begin(async (tx) => {
      // A trigger keeps the terms of a sale unchanged, so it is switched off here.
      await tx`set local session_replication_role = replica`;
      await tx`
        update public.order_lines l set terms_id = private.save_sale_terms(
          l.offer_id, '{"refund_rules": [{"hours_before": 1, "percent": 50}]}', 'Half until an hour before.')
        from public.orders o where o.id = l.order_id and o.number = ${order.number}`;
    });
    await enter(page, admin, `/management/orders?search=${order.number}`);
    await page.getByRole('link', { name: order.number }).click();
    const sheet = page.getByRole('dialog', { name: order.number });
    await sheet
      .getByRole('button', { name: /^Refund: / })
      .first()
      .click();
    await sheet.getByLabel('Cancel the booking').check();
    const amount = sheet.getByLabel('Amount in S$');
    const half = Number(await amount.inputValue()) * 100;
    expect(half).toBe(order.total_cents / 2);
    await amount.fill(((half + 100) / 100).toFixed(2));
    await expectAccessible(page);
    await sheet.getByRole('button', { name: /^Refund S\$/ }).click();
    await expect(sheet.getByText(/^Cancelled\. S\$/)).toBeVisible();
    const rows = await sql()<{ cents: number }[]>`
      select r.amount_cents as cents from public.refunds r join public.orders o on o.id = r.order_id
      where o.number = ${order.number} order by r.amount_cents`;
    expect(rows.map(({ cents }) => cents)).toEqual([100, half]);
  },
);

test(
  'a business admin may open the page, and a coach and a parent are sent home',
  { tag: '@once' },
  async ({ page }) => {
    await enter(page, { email: 'business@otter.test' }, '/management/orders');
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
    for (const email of ['coach@otter.test', 'parent@otter.test']) {
      await enter(page, { email }, '/management/orders');
      await expect(page).toHaveURL(`${env('SITE_URL')}/`);
    }
  },
);

test(
  'an admin goes from a class on the schedule to its orders, which survive a reload, and on to the child’s family',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const session_id = await makeSession();
    const order = await buy(page, {
      email: `linked.${project.name}@families.test`,
      lines: [{ offer_id: 'pass-tryout', session_id, child: 0 }],
      children: [`Lin of ${project.name}`],
    });
    await enter(page, admin, `/management/schedule?place=${session_id}`);
    await page.getByRole('dialog').getByRole('link', { name: 'Orders', exact: true }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`item=${session_id}`));
    await expect(page.getByRole('link', { name: /^OT-/ })).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('link', { name: /^OT-/ })).toHaveText(order.number);
    await expect(page.getByLabel('Camp or class')).toHaveValue(session_id);
    await expectAccessible(page);
    await page.getByLabel('Location').selectOption({ label: 'Bishan' });
    await expect(page.getByRole('link', { name: /^OT-/ })).toHaveCount(0);
    await page.goBack();
    await page.getByRole('link', { name: order.number }).press('Enter');
    const sheet = page.getByRole('dialog', { name: order.number });
    await expect(sheet.getByRole('link', { name: 'Try-Out' })).toHaveAttribute(
      'href',
      `/management/schedule?place=${session_id}`,
    );
    await sheet.getByRole('link', { name: `Lin of ${project.name}` }).click();
    await expect(page).toHaveURL(/families\?family=.+#child-/);
    await expect(page.getByRole('heading', { name: `Lin of ${project.name}` })).toBeInViewport();
  },
);
