import { expect } from '@playwright/test';
import sharp from 'sharp';
import {
  badge,
  consoleErrors,
  createIn,
  discardDraft,
  field,
  fill,
  openActions,
  openDocument,
  openList,
  publish,
  publishButton,
  setPrice,
  setSwitch,
  signIn,
  stayLocal,
} from '#support/studio.ts';
import { paths } from '#config/paths.ts';
import { runChores, sql } from '../support/backend.ts';
import { published, rebuilt, asStudioShows, sitePage } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

test.setTimeout(300_000);
let errors: string[];
test.beforeEach(async ({ page }) => {
  await stayLocal(page);
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  errors = consoleErrors(page);
});
test.afterEach(() => expect(errors).toEqual([]));

test('an editor writes a testimonial with a picture, publishes it, and deletes it', async ({ page }) => {
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#1f7a8c' } })
    .png()
    .toBuffer();
  await openList(page, 'People and places', 'Testimonials');
  await createIn(page, 'Testimonial');
  await fill(page, 'text', 'She came home muddy, proud and talking about nothing else.');
  await fill(page, 'author', 'Priya K.');
  await fill(page, 'detail', 'Mum of a girl, 8');
  await field(page, 'pages').getByRole('checkbox', { name: 'home' }).check();
  await field(page, 'picture')
    .getByTestId('file-button-input')
    .setInputFiles({ name: 'priya.png', mimeType: 'image/png', buffer: picture });
  await expect(field(page, 'picture').getByRole('img').first()).toBeVisible();
  await fill(page, 'picture.alt', 'A girl with a muddy helmet laughs at the camera');
  await publish(page);
  await expect(badge(page, 'Live')).toBeVisible(rebuilt);
  const [found] = await published<{ author: string; width: number }[]>(
    '*[_type == "testimonial" && author == "Priya K."]{ author, "width": picture.image.asset->metadata.dimensions.width }',
  );
  expect(found).toEqual({ author: 'Priya K.', width: 640 });

  await test.step('once it is deleted, Overview says who deleted it', async () => {
    await (await openActions(page)).getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete document' }).click();
    await expect.poll(() => published('count(*[author == "Priya K."])')).toBe(0);
    await runChores();
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    const changed = page.getByRole('region', { name: 'Changed since yesterday' });
    const entry = changed.getByRole('listitem').filter({ hasText: 'Priya K.' });
    await expect(entry).toContainText('Testimonial · Local publisher');
  });
});

test('an editor hides a popup', async ({ page }) => {
  const isEnabled = () => published('*[_id == "popup-exit-intent"][0].enabled');
  expect(await isEnabled()).toBe(true);
  const popup = 'data-popup="exit-intent"';
  expect(await sitePage(paths.popups)).toContain(popup);
  await openDocument(page, ['Popups', 'Popups of the site'], 'Exit intent: try-out');
  await setSwitch(page, 'Shown', false);
  await publish(page);
  expect(await isEnabled()).toBe(false);
  await expect.poll(() => sitePage(paths.popups), rebuilt).not.toContain(popup);
  await expect(badge(page, 'Switched off')).toBeVisible(rebuilt);
  // The popup is shown again for the other tests.
  await setSwitch(page, 'Shown', true);
  await publish(page);
  expect(await isEnabled()).toBe(true);
});

test('a new base becomes a location, and Studio does not ask for its system name', async ({ page }) => {
  await openList(page, 'People and places', 'Bases');
  await createIn(page, 'Base');
  await fill(page, 'name', 'West Coast Park');
  await fill(page, 'shortName', 'West Coast');
  await fill(page, 'address', 'West Coast Highway, Singapore 126978');
  await fill(page, 'mapUrl', 'https://maps.example/west-coast-park');
  await fill(page, 'description', 'A long lawn by the sea with a wooden playground.');
  await fill(page, 'meetingPoint', 'At the playground beside car park 2.');
  await fill(page, 'picture.alt', 'A lawn by the sea');
  await fill(page, 'picture.emoji', '🌊');
  await fill(page, 'picture.label', 'West Coast Park');
  await expect(field(page, 'slug')).toContainText('west-coast-park');
  await publish(page);
  await expect
    .poll(() => sql()`select name, base, is_offered from locations where slug = 'west-coast-park'`)
    .toEqual([{ name: 'West Coast Park', base: 'west-coast-park', is_offered: true }]);
  await expect(badge(page, 'Live')).toBeVisible(rebuilt);
  expect(await sitePage(paths.about)).toContain('https://maps.example/west-coast-park');
  await page.getByRole('tab', { name: 'Publication' }).click();
  const explanations = page.getByRole('definition');
  await expect(explanations.getByText('The office can plan camps and classes here.')).toBeVisible();
  await expect(explanations.getByRole('link', { name: 'All camps' })).toBeVisible();
});

test('invalid values are named beside the field, and cannot be published', async ({ page }) => {
  await openDocument(page, 'Passes', 'Term');
  await setPrice(page, -5);
  await expect(publishButton(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Validation' }).click();
  const problem = (text: string) => page.getByRole('button', { name: `Price in S$ ${text}` });
  await expect(problem('The price must be more than S$0.')).toBeVisible();
  await setPrice(page, 12.345);
  await expect(problem('Use two decimals at most, such as 41.50.')).toBeVisible();
  await expect(publishButton(page)).toBeDisabled();
  await setPrice(page, 705);
  await expect(problem('Use two decimals at most, such as 41.50.')).toHaveCount(0);
  await expect(publishButton(page)).toBeEnabled();
  expect(await published('*[_id == "pass-term"][0].price')).toBe(697);
  await discardDraft(page);
});

test('a document lists where it is used', async ({ page }) => {
  const base = await published<{ name: string; tier: string }>(
    '*[_type == "campTier" && tier == "spark"][0]{ "name": bases[0]->name, "tier": name }',
  );
  await openDocument(page, ['People and places', 'Bases'], asStudioShows(base.name));
  await page.getByRole('tab', { name: 'Where used' }).click();
  await page.getByRole('link', { name: asStudioShows(base.tier), exact: true }).click();
  await expect(page.getByRole('spinbutton', { name: 'Listed price in S$' })).toBeVisible({ timeout: 30_000 });
});
