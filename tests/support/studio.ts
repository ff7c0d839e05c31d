import { expect, type Locator, type Page } from '@playwright/test';

/** Steps of an editor in the Studio, for Playwright. */

/**
 * The Studio's own looks outside (a font, newer versions): answered with nothing, so that a test needs no network
 * and a console error means something.
 */
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

/** What the Studio kept of each person's first sign-in, for the tests after it. */
const signedIn = new Map<Person, { name: string; value: string }[]>();

/**
 * Opens the Studio, signed in, and waits for its desk. The local sign-in asks only who it is, and is gone through once
 * a person: it loads the Studio twice, which takes a minute on a busy machine.
 */
export async function signIn(
  page: Page,
  studioUrl: string,
  person: Person = 'Local publisher',
): Promise<void> {
  const kept = signedIn.get(person);
  if (kept) {
    const { origin } = new URL(studioUrl);
    await page.addInitScript(
      ({ origin, kept }) => {
        if (location.origin === origin) for (const { name, value } of kept) localStorage.setItem(name, value);
      },
      { origin, kept },
    );
  }
  await page.goto(studioUrl);
  if (!kept) await page.getByText(person, { exact: true }).click({ timeout: 60_000 });
  await expect(deskItem(page, 'Passes')).toBeVisible({ timeout: 60_000 });
  if (kept) return;
  const { origins } = await page.context().storageState();
  const stored = origins.find(({ origin }) => origin === new URL(studioUrl).origin)?.localStorage ?? [];
  const token = stored.filter(({ name }) => name.includes('auth_token'));
  expect(token).toHaveLength(1);
  signedIn.set(person, token);
}

/** Every error that the page writes to the console from now on, and every exception that nobody caught. */
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

/** Back to the desk as it was after the sign-in: deep in it, the panes before fold away. */
export async function openDesk(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await expect(deskItem(page, 'Passes')).toBeVisible();
}

/** Rows of the list of documents that is open. */
const rows = (page: Page) => page.getByTestId('document-list-pane').getByRole('link');

export const row = (page: Page, title: string) =>
  rows(page).filter({ has: page.getByText(title, { exact: true }) });

/** Opens a document from a list of the desk, such as `openDocument(page, 'Passes', 'Term')`, and waits for its form. */
export async function openDocument(page: Page, list: string | string[], title: string): Promise<void> {
  await openList(page, ...[list].flat());
  await row(page, title).click();
  await expect(page.getByTestId('document-panel-document-title')).toHaveText(title, { timeout: 60_000 });
}

/** Begins a document in the list that is open. */
export async function createIn(page: Page, type: string): Promise<void> {
  await expect(rows(page).first()).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: type, exact: true }).click();
  await expect(page.getByTestId('form-view')).toBeVisible({ timeout: 60_000 });
}

/** One field of the open form, by its name in the schema: `field(page, 'picture.alt')`. */
export const field = (page: Page, name: string) => page.getByTestId(`field-${name}`);

/** Types into a field. Kept as a draft by itself; what is wrong gets a message and no publishing. */
export async function fill(page: Page, name: string, text: string): Promise<void> {
  const input = field(page, name).locator('input, textarea').first();
  await expect(input).toBeEditable({ timeout: 60_000 });
  await input.fill(text);
  await input.blur();
}

/** Switches something on or off in the form, once it can be: a forced click on what is still locked does nothing. */
export async function setSwitch(page: Page, name: string, on: boolean): Promise<void> {
  const input = page.getByRole('checkbox', { name });
  await expect(input).toBeEnabled({ timeout: 60_000 });
  // The knob that is drawn lies over it.
  await input.setChecked(on, { force: true });
}

/** Types a price in S$ into the open document. */
export const setPrice = (page: Page, dollars: number) => fill(page, 'price', String(dollars));

export const publishButton = (page: Page) => page.getByTestId('action-publish');

/** Publishes the open document and waits until the content lake has taken it. */
export async function publish(page: Page): Promise<void> {
  await expect(publishButton(page)).toBeEnabled();
  await act(page, 'publish', () => publishButton(page).click());
  await expect(publishButton(page)).toBeDisabled();
}

/** The menu beside the Publish button. */
export async function openActions(page: Page): Promise<Locator> {
  await page.getByTestId('action-menu-button').click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  return menu;
}

/** Gives up the draft of the open document, for whoever opens it next, and waits until the content lake has. */
export async function discardDraft(page: Page): Promise<void> {
  const menu = await openActions(page);
  await menu.getByRole('menuitem', { name: 'Discard changes' }).click();
  const answer = page.getByRole('dialog').getByRole('button', { name: /Discard/ });
  await act(page, 'version.discard', () => answer.click());
}

/** Beside the Publish button: “On its way”, “Live”. */
export const badge = (page: Page, label: string) =>
  page.getByTestId('pane-footer').getByText(label, { exact: true });

/** Does something and waits until the content lake has taken the action. */
async function act(page: Page, action: string, work: () => Promise<void>): Promise<void> {
  const taken = page.waitForResponse(
    (response) =>
      response.url().includes('/data/actions/') &&
      (response.request().postData() ?? '').includes(`"sanity.action.document.${action}"`),
  );
  await work();
  expect((await taken).status()).toBe(200);
}
