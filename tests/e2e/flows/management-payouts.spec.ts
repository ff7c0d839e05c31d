/** A business admin sees the list of Stripe's payouts, the content of one payout, and the file for the bank. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
/** Stripe's day of arrival has no time. The screen opens with the current month in Singapore. */
const todayInSingapore = () => `${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)}T00:00:00Z`;

/** Reports a payout of one payment, a refund and a fee, like the webhook. */
async function report(id: string, payment_intent: string): Promise<void> {
  const part = (name: string, category: string, amount: number, fee: number) => ({
    transaction_id: `txn_${name}_${id}`,
    type: category,
    category,
    amount_cents: amount,
    fee_cents: fee,
    net_cents: amount - fee,
    currency: 'sgd',
    source: `${name}_${id}`,
    // A payment with another amount would be a discrepancy of the books, which other tests read.
    payment_intent: category === 'refund' ? payment_intent : null,
    made_at: daysFromNow(-1),
    available_at: daysFromNow(0),
  });
  const payout = {
    payout_id: id,
    amount_cents: 8_360,
    currency: 'sgd',
    status: 'paid',
    is_automatic: true,
    made_at: daysFromNow(0),
    arrives_at: todayInSingapore(),
    failure_code: null,
    failure_transaction: null,
    is_listable: true,
    checked_at: daysFromNow(0),
  };
  const parts = [
    part('ch', 'charge', 10_000, 390),
    part('re', 'refund', -1_000, 0),
    part('fee', 'fee', -250, 0),
  ];
  await sql()`select public.record_payout(${sql().json(payout)})`;
  await sql()`select public.record_balance_transactions(${sql().json(parts)}, ${id}, true)`;
}

test(
  'a business admin opens a payout, and saves the statement for the bank',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    const [paid] = await sql()<[{ number: string; intent: string }]>`
      select o.number, p.payment_intent as intent from payments p join orders o on o.id = p.order_id
      where p.provider = 'stripe' and p.payment_intent is not null order by p.created_at desc limit 1`;
    // At each midnight UTC, the payments double sends a payout, which adds up only after the next sweep.
    await sql()`update public.payouts set arrival_on = arrival_on + 60 where parts_read_at is null`;
    await report('po_e2e', paid.intent);
    await enter(page, { email: 'business@otter.test' }, '/management/payouts');
    const menu = page.getByRole('navigation', { name: 'Management' });
    await expect(menu.getByRole('link', { name: 'Payouts' })).toHaveAttribute('aria-current', 'page');
    const row = page.getByRole('row').filter({ hasText: 'S$83.60' });
    await expect(row).toContainText('Paid');
    await expect(row).toContainText('3 transactions');
    const month = page.getByRole('region', { name: 'Stripe’s balance by month' });
    await expect(month.getByText('At the bank', { exact: true })).toBeVisible();
    // The books are read after the sums. Other tests may leave differences.
    await expect(month.getByText(/agree for this month|records and Stripe’s differ/)).toBeVisible();
    await expectAccessible(page);
    await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      month.getByRole('button', { name: 'Bank reconciliation for Xero' }).click(),
    ]);
    // The demo's own payout may be in this month too.
    const lines = (await readFile(await download.path(), 'utf8'))
      .trim()
      .split('\r\n')
      .filter((line) => line.includes('po_e2e'));
    expect(lines.map((line) => line.split(',').slice(1, 3))).toEqual([
      ['90', 'Stripe'],
      ['-6.4', 'Stripe'],
      ['-83.6', 'Bank transfer'],
    ]);
    await row.getByRole('link').click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('link', { name: paid.number }).first()).toHaveAttribute('href', /order=/);
    await expect(sheet).toContainText('Fee S$3.90 · Net S$96.10');
    await expectAccessible(page);
  },
);
