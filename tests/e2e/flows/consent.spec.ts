/**
 * The page asks once for consent, with two equal answers, and sends nothing before the visitor
 * consents (decisions "What a visitor allows").
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';
import { beSignedIn } from '../support/families.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';
import { narrow, personUserAgent, wide } from '../support/visitor.ts';
import { openAndRecord, stored } from '../support/watch.ts';

test.use({ userAgent: personUserAgent });
const onceTag = { tag: '@once' };
const title = 'May we learn from your visit?';

test(
  'the card about cookies blocks nothing, and either answer is one tap of the same size and is stored',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    await openAndRecord(page, '/terms-and-conditions');
    const card = page.getByRole('region', { name: title });
    await expect(card).toBeVisible();
    const no = card.getByRole('button', { name: 'No, thank you' });
    const yes = card.getByRole('button', { name: 'Yes, that is fine' });
    for (const size of [wide, narrow]) {
      await page.setViewportSize(size);
      const [first, second] = [await no.boundingBox(), await yes.boundingBox()];
      expect(first && { width: first.width, height: first.height }).toEqual(
        second && { width: second.width, height: second.height },
      );
    }
    expect(await no.getAttribute('class')).toBe(await yes.getAttribute('class'));
    await expectAccessible(page);
    await no.click();
    await expect(card).toHaveCount(0);
    expect(JSON.parse((await stored(page, 'otter_consent')) ?? '')).toMatchObject({
      analytics: false,
      ads: false,
    });
    expect(await stored(page, 'otter_events')).toBeNull();
  },
);

const places = [
  ['the privacy policy', (page: Page) => openAndRecord(page, '/privacy-policy#what-you-allow')],
  [
    'Family Base',
    async (page: Page) => {
      const parent = await makeParent(['Ada Allows']);
      await beSignedIn(page, parent);
      await openAndRecord(page, '/family-base/privacy');
    },
  ],
] as const;
for (const [place, open] of places)
  test(
    `a visitor can withdraw consents one by one: ${place}`,
    { tag: ['@once', '@look'] },
    async ({ page }) => {
      await page.addInitScript(() => {
        if (localStorage.getItem('otter_consent')) return;
        localStorage.setItem('otter_consent', '{"analytics":true,"ads":true}');
        document.cookie = '_fbp=fb.1.1764000000000.1; path=/';
      });
      await open(page);
      const choices = page.getByRole('region', { name: 'What you allow' });
      await choices.scrollIntoViewIfNeeded();
      const storedConsent = async () => JSON.parse((await stored(page, 'otter_consent')) ?? '') as object;
      const ads = choices.getByRole('checkbox', { name: 'Advertising' });
      const statistics = choices.getByRole('checkbox', { name: 'Statistics' });
      await expect(ads).toBeChecked();
      await ads.uncheck();
      await expect(choices.getByRole('status')).toHaveText('Saved in this browser.');
      expect(await storedConsent()).toMatchObject({ analytics: true, ads: false });
      // The service's cookie is deleted at once. Our own events stay.
      expect(await page.evaluate(() => document.cookie)).not.toContain('_fbp');
      expect(await stored(page, 'otter_events')).toContain('page_view');
      await expectAccessible(page);
      await statistics.uncheck();
      await expect.poll(storedConsent).toMatchObject({ analytics: false, ads: false });
      expect(await stored(page, 'otter_events')).toBeNull();
      await page.reload();
      await choices.scrollIntoViewIfNeeded();
      await expect(statistics).toBeEnabled();
      await expect(statistics).not.toBeChecked();
      await expect(ads).not.toBeChecked();
    },
  );

for (const [name, value] of [
  ['globalPrivacyControl', true],
  ['doNotTrack', '1'],
] as const)
  test(`a browser with ${name} counts as having refused`, onceTag, async ({ page }) => {
    await page.addInitScript(([key, said]) => Object.defineProperty(navigator, key, { value: said }), [
      name,
      value,
    ] as const);
    await openAndRecord(page, '/privacy-policy#what-you-allow');
    await expect(page.getByRole('status')).toContainText('asks sites not to track you');
    await expect(page.getByRole('checkbox', { name: 'Statistics' })).toBeDisabled();
    await expect(page.locator('consent-card')).toHaveCount(0);
  });

test(
  'page events stay in this browser, at most a hundred, with the visit’s id',
  onceTag,
  async ({ page }) => {
    const foreignUrls: string[] = [];
    const ownHosts = [new URL(env('SITE_URL')).host, new URL(env('SUPABASE_URL')).host];
    page.on('request', (request) => {
      if (!ownHosts.includes(new URL(request.url()).host)) foreignUrls.push(request.url());
    });
    await openAndRecord(page, '/terms-and-conditions?fbclid=abc');
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    const events = async () =>
      JSON.parse((await stored(page, 'otter_events')) ?? '[]') as {
        event: string;
        properties: Record<string, unknown>;
      }[];
    await expect
      .poll(async () =>
        (await events()).filter(({ event }) => event === 'scroll').map((e) => e.properties['percent']),
      )
      .toEqual([25, 50, 75, 100]);
    const [pageView] = await events();
    expect(pageView).toMatchObject({
      event: 'page_view',
      properties: { url: `${env('SITE_URL')}/terms-and-conditions` },
    });
    expect(pageView?.properties['sessionId']).toBe(
      await page.evaluate(() => sessionStorage.getItem('otter-visit-id')),
    );
    await page.locator('main section').first().scrollIntoViewIfNeeded();
    await expect.poll(async () => (await events()).some(({ event }) => event === 'section_view')).toBe(true);
    expect(foreignUrls).toEqual([]);
    expect(await page.evaluate(() => document.cookie)).toBe('');
  },
);
