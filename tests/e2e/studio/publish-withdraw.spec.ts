import { expect } from '@playwright/test';
import {
  badge,
  consoleErrors,
  openActions,
  openDocument,
  publish,
  setSwitch,
  signIn,
  stayLocal,
} from '#support/studio.ts';
import { eventually, hold, openings, sql } from '../support/backend.ts';
import { homePage, rebuilt } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

test('an editor cannot delete a pass on sale; off sale the checkout refuses it, and it can come back', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const [opening] = (await openings()).toSorted((a, b) => b.available_spots - a.available_spots);
  const isOnSale = async () =>
    (await sql()`select active from offers where id = 'pass-x-term'`)[0]?.['active'] as boolean;
  const isOnPage = async () => (await homePage()).includes('X Term');
  expect([await isOnSale(), await isOnPage()]).toEqual([true, true]);

  await stayLocal(page);
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  const errors = consoleErrors(page);
  await openDocument(page, 'Passes', 'X Term');
  await page.getByTestId('document-header-Published-chip').click();
  await expect(page.getByTestId('pane-footer').getByRole('button', { name: 'Unpublish' })).toBeDisabled();
  await page.getByTestId('document-header-Draft-chip').click();
  const menu = await openActions(page);
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeDisabled();
  await menu.getByRole('menuitem', { name: 'Take off sale' }).click();
  await publish(page);
  await eventually('the till stops selling it', isOnSale, (active) => !active);
  const refused = await hold(opening?.session_id ?? '', 'pass-x-term');
  expect(refused.body.message).toBe('offer_not_available');
  await expect(badge(page, 'Live')).toBeVisible(rebuilt);

  await setSwitch(page, 'On sale', true);
  await publish(page);
  await expect(badge(page, 'Live')).toBeVisible(rebuilt);
  expect([await isOnSale(), await isOnPage()]).toEqual([true, true]);
  expect(errors).toEqual([]);
});
