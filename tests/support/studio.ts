/** Steps of an editor in Studio, for Playwright. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Answers Studio's external requests with nothing, so that tests need no network and every console error matters. */
export async function stayLocal(page: Page): Promise<void> {
  const outside = (url: URL) =>
    url.protocol.startsWith('http') && !/^(localhost|127\.0\.0\.1)$/.test(url.hostname);
  await page.route(outside, (route) => {
    const versions = route.request().url().includes('/v1/modules/');
    return versions
      ? route.fulfill({ json: { packageVersion: '0.0.0' } })
      : route.fulfill({ contentType: 'text/javascript', body: '' });
  });
}

export type Person = 'Local publisher' | 'Local editor';

/** Studio's stored session of each person's first sign-in, which later tests reuse. */
const signedIn = new Map<Person, { name: string; value: string }[]>();

/**
 * Opens Studio, signed in. Each person uses the local sign-in once, because it loads Studio twice, which takes a
 * minute on a busy machine.
 */
export async function signIn(
  page: Page,
  studioUrl: string,
  person: Person = 'Local publisher',
): Promise<void> {
  const session = signedIn.get(person);
  if (session) {
    const { origin } = new URL(studioUrl);
    await page.addInitScript(
      ({ origin, stored }) => {
        if (location.origin === origin)
          for (const { name, value } of stored) localStorage.setItem(name, value);
      },
      { origin, stored: session },
    );
  }
  await page.goto(session ? new URL('/structure', studioUrl).href : studioUrl);
  if (!session) {
    await page.getByText(person, { exact: true }).click({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Content', exact: true }).click({ timeout: 60_000 });
  }
  await expect(deskItem(page, 'Passes')).toBeVisible({ timeout: 60_000 });
  if (session) return;
  const { origins } = await page.context().storageState();
  const stored = origins.find(({ origin }) => origin === new URL(studioUrl).origin)?.localStorage ?? [];
  const token = stored.filter(({ name }) => name.includes('auth_token'));
  expect(token).toHaveLength(1);
  signedIn.set(person, token);
}

export function consoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

const deskItem = (page: Page, title: string) => page.getByTestId(`pane-item-${title}`);

/** Opens a list of the desk, such as `openList(page, 'Camps and prices', 'Camp tiers')`. */
export async function openList(page: Page, ...path: string[]): Promise<void> {
  for (const title of path) await deskItem(page, title).click();
}

/** Returns to the desk as it was after the sign-in, because deeper levels collapse earlier panes. */
export async function openDesk(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await expect(deskItem(page, 'Passes')).toBeVisible();
}

const rows = (page: Page) => page.getByTestId('document-list-pane').getByRole('link');

export const row = (page: Page, title: string) =>
  rows(page).filter({ has: page.getByText(title, { exact: true }) });

/**
 * Opens a document from a list of the desk, such as `openDocument(page, 'Passes', 'Term')`, and waits for its form.
 */
export async function openDocument(page: Page, list: string | string[], title: string): Promise<void> {
  await openList(page, ...[list].flat());
  await row(page, title).click();
  await expect(page.getByTestId('document-panel-document-title')).toHaveText(title, { timeout: 60_000 });
}

export async function createIn(page: Page, type: string): Promise<void> {
  await expect(rows(page).first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: type, exact: true }).click();
  await expect(page.getByTestId('form-view')).toBeVisible({ timeout: 60_000 });
}

/** One field of the open form, by its name in the schema: `field(page, 'picture.alt')`. */
export const field = (page: Page, name: string) => page.getByTestId(`field-${name}`);

/** Types into a field. Studio saves drafts automatically and does not publish invalid values. */
export async function fill(page: Page, name: string, text: string): Promise<void> {
  const input = field(page, name).locator('input, textarea').first();
  await expect(input).toBeEditable({ timeout: 60_000 });
  await input.fill(text);
  await input.blur();
}

/** Writes bold words at the end of a rich text. */
export async function appendBold(page: Page, name: string, words: string): Promise<void> {
  const editor = field(page, name).getByRole('textbox');
  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(` ${words}`);
  await editor.blur();
}

/** Sets a switch of the form once it is enabled, because a forced click on a disabled switch does nothing. */
export async function setSwitch(page: Page, name: string, on: boolean): Promise<void> {
  const input = page.getByRole('checkbox', { name });
  await expect(input).toBeEnabled({ timeout: 60_000 });
  // The click is forced, because the drawn knob covers the checkbox.
  await input.setChecked(on, { force: true });
}

export const setPrice = (page: Page, dollars: number) => fill(page, 'price', String(dollars));

export const publishButton = (page: Page) => page.getByTestId('action-publish');

/** Publishes the open document and waits until the content lake has stored it. */
export async function publish(page: Page): Promise<void> {
  await expect(publishButton(page)).toBeEnabled();
  await runAction(page, 'publish', () => publishButton(page).click());
  await expect(publishButton(page)).toBeDisabled();
}

export async function openActions(page: Page): Promise<Locator> {
  await page.getByTestId('action-menu-button').click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  return menu;
}

export async function discardDraft(page: Page): Promise<void> {
  const menu = await openActions(page);
  await menu.getByRole('menuitem', { name: 'Discard changes' }).click();
  const answer = page.getByRole('dialog').getByRole('button', { name: /Discard/ });
  await runAction(page, 'version.discard', () => answer.click());
}

export const badge = (page: Page, label: string) =>
  page.getByTestId('pane-footer').getByText(label, { exact: true });

/** Does something and waits until the content lake has accepted the action. */
async function runAction(page: Page, action: string, work: () => Promise<void>): Promise<void> {
  const actionResponse = page.waitForResponse(
    (response) =>
      response.url().includes('/data/actions/') &&
      (response.request().postData() ?? '').includes(`"sanity.action.document.${action}"`),
  );
  await work();
  expect((await actionResponse).status()).toBe(200);
}
