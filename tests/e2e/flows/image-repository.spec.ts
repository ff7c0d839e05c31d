/**
 * Tests the image repository. Many pictures are uploaded, children are named, and pictures are shared, deleted and
 * restored (spec 1 §2).
 */
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../support/axe.ts';
import { enter } from '../support/family.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const jpeg = (background: string, width = 2000, height = 1500) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer();

test(
  'pictures are uploaded, stay private until somebody says who is in them, and are deleted and restored',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const name = `bowl ${project.name}`;
    await enter(page, { email: 'admin@otter.test' }, '/image-repository');
    await expect(page.getByRole('heading', { name: 'Image repository' })).toBeVisible();
    await page
      .getByLabel('Add pictures', { exact: true })
      .last()
      .setInputFiles([
        { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: await jpeg('#0e8c8a') },
        {
          name: `ramp ${project.name}.jpg`,
          mimeType: 'image/jpeg',
          buffer: await jpeg('#ff6b2c', 6000, 4000),
        },
        { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') },
      ]);
    await expect(page.getByText('2 of 3 uploaded, 1 failed')).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText('We can’t read this picture.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try Again: notes' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search pictures' }).fill(name);
    await expect(page.getByRole('link', { name: `${name} Private` })).toBeVisible();
    const picture = page.locator('.picture-frame img').first();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);

    await page.getByRole('link', { name: `${name} Private` }).press('Enter');
    const sheet = page.getByRole('dialog', { name });
    await expect(sheet.getByRole('img', { name })).toBeVisible();
    await expect(sheet.getByRole('heading', { name: 'Copy a link' })).toBeHidden();
    await expectAccessible(page);
    // The family of this child has not consented.
    await sheet.getByLabel('These children, and nobody else').check();
    await sheet.getByLabel('Find a child').fill('a');
    await sheet.getByRole('button', { name: /^Add / }).first().click();
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Save who is in it' }).click();
    await expect(sheet.getByText(/May be shared|Not to be shown/)).toBeVisible();
    await sheet.getByLabel('No child').check();
    await sheet.getByRole('button', { name: 'Save who is in it' }).click();
    await sheet.getByRole('button', { name: 'For 1 hour' }).click();
    const link = await sheet.getByLabel('Link', { exact: true }).inputValue();
    const opened = await fetch(link);
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const storedFile = Buffer.from(await opened.arrayBuffer());
    expect(storedFile.toString('latin1')).not.toMatch(/Exif|GPS/);
    expect((await fetch(link.split('?')[0] ?? '')).status).toBe(400);
    await sheet.getByRole('button', { name: 'Search the content' }).click();
    await expect(sheet.getByText('No published page shows this picture.')).toBeVisible();

    await sheet.getByRole('button', { name: 'Delete' }).click();
    await expect(sheet.getByText(/You can restore it until/)).toBeVisible();
    await sheet.getByRole('button', { name: 'Undo' }).click();
    await expect(sheet.getByText('May be shared')).toBeVisible();
  },
);

test(
  'a coach sees only their own pictures and can share none, and a parent is sent home',
  { tag: '@once' },
  async ({ page }) => {
    await enter(page, { email: 'coach@otter.test' }, '/image-repository');
    await expect(page.getByText('No pictures yet.')).toBeVisible();
    await page
      .getByLabel('Add pictures', { exact: true })
      .last()
      .setInputFiles([{ name: 'own.jpg', mimeType: 'image/jpeg', buffer: await jpeg('#2e7d4f') }]);
    await page.getByRole('link', { name: 'own Private' }).click();
    const sheet = page.getByRole('dialog', { name: 'own' });
    await expect(sheet.getByRole('button', { name: 'Delete' })).toBeVisible();
    await expect(sheet.getByText('Who can be recognised?')).toBeHidden();
    await page.keyboard.press('Escape');
    // The navigation shows the screens of a coach.
    const navigation = page.getByRole('navigation', { name: 'Management' });
    await expect(navigation.getByRole('link')).toHaveText([
      'Roster',
      'My week',
      'Growth',
      'Tasks',
      'Desk',
      'Pictures',
    ]);
    await navigation.getByRole('link', { name: 'Roster' }).click();
    await expect(page).toHaveURL(/management\/roster/);
    await expect(page.getByRole('heading', { name: /Roster|Nobody/ }).first()).toBeVisible();
    await navigation.getByRole('link', { name: 'Pictures' }).click();
    await expect(page.getByRole('heading', { name: 'Image repository' })).toBeVisible();
    await enter(page, { email: 'parent@otter.test' }, '/image-repository');
    await expect(page).toHaveURL(`${env('SITE_URL')}/family-base`);
  },
);
