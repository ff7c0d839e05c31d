import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { eventually, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const who = (title: string) => `reserve.${title}.${test.info().project.name}@families.test`;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Reserve Your Spot' });
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Reserve my spot' });

async function open(page: Page): Promise<void> {
  await page.goto(`${env('SITE_URL')}/passes`);
  await page.getByRole('button', { name: 'Reserve Your Spot' }).click();
  await expect(dialog(page)).toBeVisible();
}

async function fillIn(page: Page, title: string): Promise<void> {
  await dialog(page).getByPlaceholder('Your full name').fill('Mei Tan');
  await dialog(page).getByLabel('E-mail').fill(who(title));
  await dialog(page).getByPlaceholder('+65 9123 4567').fill('9123 4567');
}

const readLead = async (title: string) => {
  const [row] = await sql()`select l.status, l.notes, r.whatsapp, r.child_name, r.session_preference
    from leads l join spot_reservations r on r.lead_id = l.id where l.email = ${who(title)}`;
  return row as
    | {
        status: string;
        notes: Record<string, unknown>;
        whatsapp: string;
        child_name: string;
        session_preference: string;
      }
    | undefined;
};

test('a parent reserves a spot, joining the group makes the lead hot, and closing resets the form', async ({
  page,
}) => {
  await open(page);
  await expect(dialog(page)).toContainText('S$197');
  await expectAccessible(page);
  await fillIn(page, 'all');
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'All Set!' })).toBeFocused();
  await expect(page.getByText('Spot reserved successfully!')).toBeVisible();
  await expect(
    page.getByText('You’re on the shortlist — we’ll contact you soon with next steps.'),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await readLead('all')).toMatchObject({
    status: 'waitlist_conversion_pending',
    whatsapp: '+6591234567',
    child_name: '',
    session_preference: '',
    notes: { packageType: 'holiday_package', conversionValue: 197 },
  });

  const group = page.getByRole('link', { name: 'Join the WhatsApp group' });
  await group.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
  await group.click();
  const lead = await eventually(
    'the lead that joined',
    () => readLead('all'),
    (row) => row?.status === 'waitlist_whatsapp_joined',
  );
  expect(lead?.notes).toMatchObject({
    conversionStatus: 'whatsapp_group_engaged',
    engagementLevel: 'high_priority',
  });

  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'All Set!' })).toBeHidden();
  await page.getByRole('button', { name: 'Reserve Your Spot' }).click();
  await expect(dialog(page).getByPlaceholder('Your full name')).toHaveValue('');
});

test('all three fields are required, and each says what is wrong', async ({ page }) => {
  await open(page);
  await dialog(page).getByLabel('E-mail').fill('mei@');
  await send(page).click();
  await expect(dialog(page).getByLabel('Parent’s name')).toBeFocused();
  await expect(dialog(page).getByLabel('E-mail')).toHaveAccessibleDescription(/is not complete/);
  await expect(dialog(page).getByLabel('WhatsApp number')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
});

test('the form says that there is no network, keeps what was typed, and works when the network is back', async ({
  page,
  context,
}) => {
  await page.goto(`${env('SITE_URL')}/passes`);
  const script = page.waitForResponse(/\/reserve\.[^/]+\.js$/);
  const opener = page.getByRole('button', { name: 'Reserve Your Spot' });
  await opener.scrollIntoViewIfNeeded();
  // The script is loaded when the button is in view, before it is pressed.
  await script;
  await opener.click();
  await expect(dialog(page)).toBeVisible();
  await context.setOffline(true);
  await fillIn(page, 'offline');
  await send(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Failed to reserve spot: You’re offline. Everything you typed is still here. Please try again when you are back online.',
  );
  await expect(dialog(page).getByPlaceholder('Your full name')).toHaveValue('Mei Tan');
  await expectAccessible(page);

  await context.setOffline(false);
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'All Set!' })).toBeVisible();
  await expect(dialog(page).getByRole('alert')).toBeHidden();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toBeHidden();
});

test('the form says that the browser has been offline since the page loaded, and accepts nothing that it could not send', async ({
  page,
  context,
}) => {
  await page.goto(`${env('SITE_URL')}/passes`);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Reserve Your Spot' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Failed to reserve spot: You’re offline. Please load this page again when you are back online.',
  );
  await expect(dialog(page).getByPlaceholder('Your full name')).toBeHidden();
  await expect(send(page)).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toBeHidden();
  await context.setOffline(false);
  await page.reload();
  await page.getByRole('button', { name: 'Reserve Your Spot' }).click();
  await expect(send(page)).toBeVisible();
});

test(
  'a failure shows the error text of the specification, and keeps what was typed',
  { tag: '@once' },
  async ({ page }) => {
    await open(page);
    await fillIn(page, 'failed');
    await page.route('**/rpc/reserve_spot', (route) => route.abort());
    await send(page).click();
    await expect(dialog(page).getByRole('alert')).toHaveText('Failed to reserve spot: Unknown error');
    await expect(dialog(page).getByPlaceholder('Your full name')).toHaveValue('Mei Tan');
    await page.unroute('**/rpc/reserve_spot');
    await send(page).click();
    await expect(page.getByRole('heading', { name: 'All Set!' })).toBeVisible();
  },
);
