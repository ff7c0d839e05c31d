import { expect } from '@playwright/test';
import { formatMoney } from '#domain/money.ts';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { camps } from '../support/camps.ts';
import { sitePage } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { crawlerUserAgent } from '../support/visitor.ts';

test.use({ userAgent: crawlerUserAgent });

test(
  'a page of blocks can be found, shows live camps, and its form becomes a lead',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const address = `${env('SITE_URL')}/first-camp`;
    const strangers: string[] = [];
    page.on('request', (request) => {
      const { hostname } = new URL(request.url());
      if (!/^(localhost|127\.0\.0\.1|)$/.test(hostname)) strangers.push(request.url());
    });
    await page.goto(address);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('A first camp, small enough to love.');
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address);
    expect(await sitePage('/sitemap.xml')).toContain(`<loc>${address}</loc>`);

    const spark = (await camps()).filter(({ tier }) => tier === 'spark');
    const rows = main
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Spark Camp' }) });
    await expect(rows).toHaveCount(Math.min(4, spark.length));
    await expect(rows.first()).toContainText(formatMoney(spark[0]?.price_cents ?? 0));
    await expectAccessible(page);

    const email = `page-${test.info().project.name}-${test.info().repeatEachIndex}@families.test`;
    const form = page.getByRole('form', { name: 'Ask us a question' });
    await form.getByLabel('Your name').fill('Mei Tan');
    await form.getByLabel('E-mail').fill(email);
    await form.getByLabel('How old is your child?').fill('7');
    await form.getByLabel('Your question').fill('She is shy. Is that fine?');
    await form.getByRole('button', { name: 'Send question' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you. We have your question.' })).toBeVisible();
    const leads = await sql()<{ source: string; notes: Record<string, string> }[]>`
      select source, notes from leads where email = ${email}`;
    expect(leads).toMatchObject([
      {
        source: 'page_enquiry',
        notes: { page: '/first-camp', message: 'How old is your child? 7\nShe is shy. Is that fine?' },
      },
    ]);
    expect(strangers).toEqual([]);
  },
);
