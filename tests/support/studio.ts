import { expect, type Page } from '@playwright/test';

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

/** Opens the Studio and waits for its desk. The local sign-in asks nothing. */
export async function signIn(page: Page, studioUrl: string): Promise<void> {
  await page.goto(studioUrl);
  // The first visit goes to the sign-in and back, and loads everything twice.
  await expect(page.getByTestId('pane-item-Passes')).toBeVisible({ timeout: 30_000 });
}

/** Opens a document from a list of the desk, such as `openDocument(page, 'Passes', 'Term')`, and waits for its form. */
export async function openDocument(page: Page, list: string, title: string): Promise<void> {
  await page.getByTestId(`pane-item-${list}`).click();
  const rows = page.getByTestId('document-list-pane').getByRole('link');
  await rows.filter({ has: page.getByText(title, { exact: true }) }).click();
  await expect(page.getByTestId('document-panel-document-title')).toHaveText(title);
}

/** Types a price in S$ into the open pass. Kept as a draft by itself; wrong ones get a message and no publishing. */
export async function setPrice(page: Page, dollars: number): Promise<void> {
  const price = page.getByTestId('field-price').getByTestId('number-input');
  await expect(price).toBeEditable();
  await price.fill(String(dollars));
  await price.blur();
}

/** Publishes the open document and waits until the content lake has taken it. */
export async function publish(page: Page): Promise<void> {
  const button = page.getByTestId('action-publish');
  await expect(button).toBeEnabled();
  const taken = page.waitForResponse(
    (response) => response.url().includes('/data/actions/') && isPublish(response.request().postData()),
  );
  await button.click();
  expect((await taken).status()).toBe(200);
  await expect(button).toBeDisabled();
}

const isPublish = (body: string | null) => body?.includes('"sanity.action.document.publish"') ?? false;
