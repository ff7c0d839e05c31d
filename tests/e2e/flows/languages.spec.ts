import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { openings, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { mailTo } from '../support/mails.ts';
import { test } from '../support/test.ts';
import { answerConsent, markPopupsSeen, personUserAgent, scrollTo } from '../support/visitor.ts';

const site = () => env('SITE_URL');
const html = async (path: string) => (await fetch(site() + path)).text();

test('a parent switches to Chinese and books, and the mail is in Chinese @once', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const parent = { name: 'Lin Wei', email: 'lin.wei@example.com', phone: '9123 4567' };
  await page.goto(site());
  const scripts = await scriptsOf(page);
  await page.getByRole('contentinfo').getByRole('link', { name: '简体中文' }).click();
  await page.waitForURL('**/zh');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('勇敢，是练出来的。');
  await expectAccessible(page);
  // Neither page loads sentences of the other language.
  expect(await textOf(scripts)).not.toMatch(/\p{Script=Han}/u);
  expect(await textOf(await scriptsOf(page))).toMatch(/\p{Script=Han}/u);

  await test.step('the parent answers three questions and opens the checkout', async () => {
    await expect(page.getByText('第 1 题，共 3 题')).toBeVisible();
    await page.getByRole('button', { name: /^Red Otter 红队/ }).click();
    const [first] = await freeSessions();
    await page
      .getByRole('button', { name: new RegExp(`${first ?? ''}[\\s\\S]*个名额`) })
      .first()
      .click();
    await page.getByRole('button', { name: '购买 Term 学期卡' }).click();
    await page.waitForURL('**/zh/checkout/term');
    const child = page.getByRole('group', { name: '孩子 1', exact: true });
    await child.getByLabel('孩子的全名').fill('Lin Mei');
    for (const [part, value] of [
      ['日', '14'],
      ['月', '3'],
      ['年', '2018'],
    ] as const)
      await child.getByLabel(part, { exact: true }).fill(value);
    await page.getByLabel('家长的全名').fill(parent.name);
    await page.getByLabel('电邮').fill(parent.email);
    await page.getByLabel('手机（WhatsApp）').fill(parent.phone);
    // Texts that a parent agrees to are English in each language.
    const terms = page.getByRole('checkbox', { name: /I have read the terms/ });
    await expect(page.locator('[lang=en]').filter({ has: terms })).toBeVisible();
    await terms.check();
    await page.getByRole('checkbox', { name: /take part/ }).check();
    await page.getByRole('radio', { name: '没有' }).check();
    await page.getByLabel('您的签名').fill(parent.name);
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /^支付 S\$697/ })
      .filter({ visible: true })
      .click();
    await page.waitForURL(`${env('STRIPE_API_URL')}/**`);
    await page.getByRole('button', { name: 'Pay S$697' }).click();
  });

  await page.waitForURL('**/zh/payment-success?**');
  await expect(page.getByRole('heading', { name: '预订成功！' })).toBeVisible();
  await expectAccessible(page);
  const mail = await mailTo(parent.email);
  expect(mail.html).toContain('lang="zh-Hans"');
  expect(mail.text).toContain('您好');
  expect(mail.text).toMatch(/\d{4}年\d{1,2}月\d{1,2}日/);
  expect(mail.html).toContain(`${site()}/zh/manage-booking?access=`);
  const [order] = await sql()`select language from orders where parent_email = ${parent.email}`;
  expect(order?.['language']).toBe('zh');

  await test.step('the assistant understands Chinese, and answers in Chinese from current offers', async () => {
    // Crawlers get no chat button, and the browser of the tests looks like a crawler.
    const visitor = await browser.newPage({ userAgent: personUserAgent });
    // Popups open for a person, and one that opens at this moment would close the help.
    await answerConsent(visitor);
    await markPopupsSeen(visitor);
    await visitor.addInitScript(() => sessionStorage.setItem('otter-interrupted', 'true'));
    await visitor.goto(`${site()}/zh/passes`);
    await scrollTo(visitor, 0.6);
    // The button is pressed by keyboard, because on a phone it moves aside here, away from the mouse.
    await visitor.getByRole('button', { name: '打开帮助' }).press('Enter');
    await visitor.getByLabel('您的问题').fill('Term 学期卡多少钱？');
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByRole('log').locator('.assistant-answer').last()).toContainText(
      /今天的价格是 S\$697.*节课/,
    );
    await visitor.close();
  });
});

test('each language has its own address, and search engines know both @once', async ({ page }) => {
  const sitemap = await html('/sitemap.xml');
  for (const [english, chinese] of [
    ['/', '/zh'],
    ['/camps', '/zh/camps'],
    ['/passes', '/zh/passes'],
  ] as const) {
    const links = ['en', 'zh-Hans', 'x-default'].map(
      (language) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${site()}${language === 'zh-Hans' ? chinese : english}"/>`,
    );
    for (const path of [english, chinese])
      expect(sitemap).toContain(`<loc>${site()}${path}</loc>${links.join('')}`);
    await page.setContent((await html(chinese)).replaceAll(/<script[\s\S]*?<\/script>/g, ''));
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', site() + chinese);
    await expect(page.locator('link[rel=alternate][hreflang=en]')).toHaveAttribute('href', site() + english);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
    // Links stay in the language if the page exists in it.
    await expect(page.locator('a[href="/camps"], a[href="/passes"]')).toHaveCount(english === '/' ? 0 : 1);
    await page.setContent((await html(english)).replaceAll(/<script[\s\S]*?<\/script>/g, ''));
    await expect(page.getByRole('contentinfo').getByRole('link', { name: '简体中文' })).toHaveAttribute(
      'href',
      chinese,
    );
  }
  // A screen reader pronounces as English what is not translated.
  await page.setContent((await html('/zh/camps/epic')).replaceAll(/<script[\s\S]*?<\/script>/g, ''));
  expect(await page.locator('main [lang=en]').count()).toBeGreaterThan(0);
  expect(await englishWithoutLanguage(page)).toEqual([]);
  // A binding text is English, and search engines know only one address of it.
  await page.setContent(
    (await html('/zh/terms-and-conditions')).replaceAll(/<script[\s\S]*?<\/script>/g, ''),
  );
  await expect(page.locator('article.legal h1')).toHaveAttribute('lang', 'en');
  for (const section of await page.locator('.legal-text section').all()) {
    await expect(section).toHaveAttribute('lang', 'en');
    await expect(section).not.toContainText(/\p{Script=Han}/u);
  }
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site()}/terms-and-conditions`);
  expect((await fetch(`${site()}/zh/auth`)).status).toBe(404);
});

/** Returns the English texts of the page that are not marked as English. */
const englishWithoutLanguage = (page: Page) =>
  page.locator('body').evaluate((body) => {
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      const isEnglish =
        /[a-z]{2,}\W+\b[a-z]{2,}/.test(textContent ?? '') && !/\p{Script=Han}/u.test(textContent ?? '');
      if (isEnglish && !parentElement?.closest('[lang]:not(html), astro-island, style, template, svg'))
        found.push(textContent ?? '');
    }
    return found;
  });

/** Returns the addresses of the scripts that a page has loaded or will load. */
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('link[rel=modulepreload], script[src]'), (one) =>
      one instanceof HTMLLinkElement ? one.href : (one as HTMLScriptElement).src,
    ),
  );
const textOf = async (addresses: readonly string[]) =>
  (await Promise.all(addresses.map(async (address) => (await fetch(address)).text()))).join('\n');

/** Returns the names of Red's groups on Saturday that have free spots. */
async function freeSessions(): Promise<string[]> {
  const rows = await sql()`select s.id, c.name from sessions s join class_types c on c.id = s.class_type_id
    where extract(isodow from s.session_date) = 6 and c.name like 'Red%'`;
  const names = new Map(rows.map((row) => [String(row['id']), String(row['name'])]));
  return (await openings())
    .toSorted((a, b) => b.available_spots - a.available_spots)
    .flatMap(({ session_id }) => names.get(session_id) ?? []);
}
