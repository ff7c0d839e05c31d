/**
 * Follows a photo of a camp's day: a coach takes it offline, blurs and tags it, it is sent later,
 * and the parent sees and deletes it (decisions "The photo trail").
 */
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { enter } from '../support/family.ts';
import { makeParent, type ParentAccount } from '../support/parents.ts';
import { waitForShell } from '../support/shell.ts';
import { test } from '../support/test.ts';

const camp = 'Photo Camp';
const [kai, leo] = ['Kai Photo', 'Leo Photo'];

/** Makes a camp today that the demo's coach leads, with a child whose family consents and one whose family does not. */
async function makeCamp(parents: readonly ParentAccount[]): Promise<void> {
  const [row] = await sql()<[{ id: string }]>`
    insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date, is_active)
    select ${camp}, 'ignite', '{red,black}', id, private.calendar_today(), private.calendar_today() + 1, false
    from public.locations order by name desc limit 1
    returning id`;
  await sql()`
    insert into public.camp_coaches (camp_id, coach_id)
    select ${row.id}, id from public.coaches where user_id is not null order by name limit 1`;
  for (const { familyId, children } of parents)
    for (const [name, child] of Object.entries(children)) {
      await sql()`
        insert into public.camp_enrollments (camp_id, child_id, family_id) values (${row.id}, ${child}, ${familyId})`;
      await sql()`
        insert into public.consents (family_id, child_id, purpose, version, given, source)
        select ${familyId}, ${child}, 'photo', private.consent_version('photo'), ${name === kai}, 'account'`;
    }
}

/** A picture of a phone: too large, stored sideways, with place and camera. Its left half is red. */
async function takePicture(): Promise<Buffer> {
  const red = await sharp({ create: { width: 1200, height: 1800, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#00f' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg()
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer();
}

/** Keeps the bytes that the page sends, which Playwright does not show for a file. */
const keepSentBytes = (page: Page) =>
  page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = async (input, init) => {
      if (init?.body instanceof Blob) {
        const bytes = new Uint8Array(await init.body.arrayBuffer());
        Object.assign(window, { sentBytes: [...bytes] });
      }
      return await send(input, init);
    };
  });
async function readSentBytes(page: Page): Promise<Buffer> {
  const sent = await page.waitForFunction(() => (window as { sentBytes?: number[] }).sentBytes);
  return Buffer.from((await sent.jsonValue()) ?? []);
}

const openCamp = (page: Page) => page.getByRole('button', { name: new RegExp(`${camp}$`) }).click();

test(
  'a coach’s photo is blurred and tagged offline, sent later, and only the tagged child’s parent sees it',
  { tag: '@once' },
  async ({ page, context }, info) => {
    const [home, other] = [await makeParent([kai]), await makeParent([leo])];
    await makeCamp([home, other]);
    await keepSentBytes(page);
    await enter(page, { email: 'coach@otter.test' }, '/management/roster');
    await openCamp(page);
    await expect(page.getByText('No photos yet')).toBeVisible();
    await waitForShell(page);
    await context.setOffline(true);

    await page.getByRole('button', { name: 'Add photos' }).click();
    const dialog = page.getByRole('dialog');
    const file = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await takePicture() };
    await expect(dialog.getByLabel('Take a photo')).toHaveAttribute('capture', 'environment');
    await dialog.getByLabel('Take a photo').setInputFiles(file);
    await expect(dialog.getByText(`${leo} (said no)`)).toBeVisible();
    await expect(dialog.getByRole('button', { name: leo })).toHaveCount(0);
    // The boundary of the colours is tapped: they are mixed there.
    await dialog.getByRole('img', { name: /^The photo/ }).click();
    await expect(dialog.getByText('1 part blurred')).toBeVisible();
    await dialog.getByRole('button', { name: 'Keep photo' }).click();
    await expect(dialog.getByText('Tap at least one child who is in the photo.')).toBeVisible();
    await dialog.getByRole('button', { name: kai }).click();
    await dialog.getByLabel(/^All children without consent are blurred/).check();
    await expectAccessible(page);
    await page.screenshot({ path: info.outputPath('1-blurred.png') });
    await dialog.getByRole('button', { name: 'Keep photo' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('1 photo waits for a connection.')).toBeVisible();

    // The page may be closed in between, and the photo waits on the device.
    await page.reload();
    await openCamp(page);
    await expect(page.getByText('1 photo waits for a connection.')).toBeVisible();
    await context.setOffline(false);
    const sent = await readSentBytes(page);
    const { width, height, exif, format } = await sharp(sent).metadata();
    expect({ width, height, exif, format }).toEqual({
      width: 1600,
      height: 1200,
      exif: undefined,
      format: 'jpeg',
    });
    expect(sent.toString('latin1')).not.toMatch(/Exif|GPS|Camera/);
    const pixel = async (left: number) => [
      ...(await sharp(sent).extract({ left, top: 600, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
    ];
    const [red = 0, , blue = 0] = await pixel(800);
    expect(red > 60 && blue > 60, `mixed: ${red}, ${blue}`).toBe(true);
    expect((await pixel(300))[0]).toBeGreaterThan(240);
    await expect(page.getByText('1 photo · 1 of 2 children')).toBeVisible();
    await page.getByRole('button', { name: 'Add photos' }).click();
    await expect(dialog.getByText('1 without photo consent')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.screenshot({ path: info.outputPath('2-sent.png') });

    // Families see a day's photos in the evening, and this test runs at any time.
    await sql()`
      update public.camp_photos set day = day - 1
      where camp_id in (select id from public.camp_weeks where name = ${camp})`;
    await enter(page, home, `/family-base/child?id=${home.children[kai]}#camp-photos`);
    const card = page.getByRole('region', { name: 'Photos from camp' });
    await expect(
      card.getByRole('heading', { name: /^Photo Camp, .*1 photo · Will be deleted on / }),
    ).toBeVisible();
    await expect
      .poll(() => card.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(480);
    await page.screenshot({ path: info.outputPath('3-family.png') });
    await card.getByRole('button', { name: 'Open photo 1' }).click();
    await expect
      .poll(() => dialog.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1600);
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/^camp-.*\.jpg$/);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.screenshot({ path: info.outputPath('4-delete.png') });
    await dialog.getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(card.getByText('Photo deleted.')).toBeVisible();
    await expect(card.getByText('No photos yet.', { exact: false })).toBeVisible();
    expect(
      await sql()`select from public.camp_photos p join public.camp_weeks w on w.id = p.camp_id where w.name = ${camp}`,
    ).toHaveLength(0);
  },
);
