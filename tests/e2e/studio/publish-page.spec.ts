import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import {
  badge,
  consoleErrors,
  createIn,
  fill,
  openList,
  publish,
  signIn,
  stayLocal,
} from '#support/studio.ts';
import { expectAccessible } from '../support/axe.ts';
import { published, rebuilt } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { shift } from '../support/visitor.ts';

/** Studio edits a block, and what is inside it, in a dialog. */
const editor = (page: Page) => page.getByRole('dialog').last();

async function write(within: Locator, name: string, text: string): Promise<void> {
  const input = within.getByRole('textbox', { name, exact: true });
  await input.fill(text);
  await input.blur();
}

async function addBlock(page: Page, name: string, edit: (block: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Add item...' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await expect(editor(page).getByRole('button', { name, exact: true })).toBeVisible();
  await edit(editor(page));
  await editor(page).getByRole('button', { name: 'Close dialog' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** A bright picture as a phone takes it: 24 megapixels, lying on its side. */
const photo = () =>
  sharp({
    create: {
      width: 6000,
      height: 4000,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 200, sigma: 40 },
    },
  })
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: 6 })
    .toBuffer();

test('marketing makes a page from blocks with a photo of 15 MB, publishes it, and the site shows it', async ({
  page,
  context,
}) => {
  test.setTimeout(480_000);
  const buffer = await photo();
  expect(buffer.length).toBeGreaterThan(15_000_000);
  await stayLocal(page);
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  const errors = consoleErrors(page);
  const began = Date.now();
  await openList(page, 'Pages', 'Pages from blocks');
  await createIn(page, 'Page');
  await fill(page, 'title', 'June holidays');
  await fill(page, 'address', '/june-holidays');
  await addBlock(page, 'First screen', async (block) => {
    await write(block, 'Heading', 'June belongs to the brave.');
    await write(block, 'Lead', '{childrenPerCoach} children to a coach, and a story for every dinner.');
    await block.getByRole('button', { name: 'Add item' }).click();
    await write(editor(page), 'Label', 'See the June camps');
    await write(editor(page), 'Address', '/camps');
    await editor(page).getByRole('button', { name: 'First screen', exact: true }).click();
    const file = { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer };
    await editor(page).getByTestId('file-button-input').setInputFiles(file);
    await expect(editor(page).getByRole('button', { name: 'Open image options menu' })).toBeVisible(rebuilt);
    await write(editor(page), 'What it shows', 'Children run down to a beach');
  });
  await addBlock(page, 'Camps', async (block) => {
    await write(block, 'Heading', 'Weeks that still have places');
    await write(block, 'When no camp fits', 'No June camp is on sale yet.');
    await write(block, 'Link to all camps', 'See all camps');
  });
  await addBlock(page, 'Testimonials', (block) => write(block, 'Heading', 'What parents say'));
  await page.getByRole('tab', { name: 'Search and sharing' }).click();
  await fill(page, 'seo.title', 'June holiday camps');
  await fill(
    page,
    'seo.description',
    'Day camps in the June holidays for children of 5 to 13, in small groups.',
  );
  await publish(page);
  const minutes = (from: number) => ((Date.now() - from) / 60_000).toFixed(1);
  console.log(`page made in ${minutes(began)} minutes`);
  const publishedAt = Date.now();
  await expect(badge(page, 'Live')).toBeVisible(rebuilt);
  console.log(`live after ${minutes(publishedAt)} minutes`);

  const [size] = await published<{ width: number; height: number }[]>(
    '*[_type == "page" && address == "/june-holidays"].blocks[0].picture.image.asset->metadata.dimensions{width, height}',
  );
  expect(size).toEqual({ width: 4000, height: 6000 });
  const visitor = await context.newPage();
  for (const width of [390, 1280]) {
    await visitor.setViewportSize({ width, height: 844 });
    await visitor.goto(`${env('SITE_URL')}/june-holidays`);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('June belongs to the brave.');
    await expect(visitor.getByText('5 children to a coach')).toBeVisible();
    const picture = visitor.getByRole('img', { name: 'Children run down to a beach' });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    const bytes = await picture.evaluate(async (img: HTMLImageElement) => {
      return (await (await fetch(img.currentSrc)).blob()).size;
    });
    expect(bytes).toBeLessThan(400_000);
    await expectAccessible(visitor);
    expect(await shift(visitor)).toBeLessThan(0.001);
  }
  await visitor.getByRole('main').getByRole('link', { name: 'See the June camps' }).click();
  await visitor.waitForURL('**/camps');
  expect(errors).toEqual([]);
});
