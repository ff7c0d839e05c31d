import { expect } from '@playwright/test';
import {
  badge,
  consoleErrors,
  createIn,
  field,
  fill,
  openDocument,
  openList,
  publish,
  signIn,
  stayLocal,
} from '#support/studio.ts';
import { paths } from '#config/paths.ts';
import { published, rebuilt, sitePage } from '../support/content.ts';
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

test('a new coach appears on the pages chosen for them', async ({ page }) => {
  await openList(page, 'People and places', 'Coaches');
  await createIn(page, 'Coach');
  await fill(page, 'name', 'Coach Wen');
  await fill(page, 'role', 'Trail coach');
  await fill(page, 'bio', 'Wen climbed before she could ride, and teaches both.');
  await fill(page, 'quote', 'One more try.');
  await field(page, 'certificates')
    .getByRole('button', { name: /Add item/ })
    .click();
  await field(page, 'certificates').getByRole('textbox').fill('Standard First Aid');
  await fill(page, 'picture.alt', 'Coach Wen hangs on a rope and laughs');
  await fill(page, 'picture.emoji', '🧗');
  await fill(page, 'picture.label', 'Coach Wen');
  await field(page, 'pages').getByRole('checkbox', { name: 'Home' }).uncheck({ force: true });
  await publish(page);
  await expect(badge(page, 'Live')).toBeVisible(rebuilt);
  expect(await sitePage(paths.about)).toContain('Coach Wen');
  expect(await sitePage(paths.home)).not.toContain('Coach Wen');
  await page.getByRole('tab', { name: 'Publication' }).click();
  const explanations = page.getByRole('definition');
  await expect(explanations.getByRole('link', { name: 'About', exact: true })).toBeVisible();
  await expect(explanations.getByText('Not linked. In Management,')).toBeVisible();
});

test('a mistake is undone: the earlier version is restored, and published', async ({ page }) => {
  const quoteOf = () => published<string>('*[_type == "coach" && name == "Coach Sarah"][0].quote');
  const quote = await quoteOf();
  await openDocument(page, ['People and places', 'Coaches'], 'Coach Sarah');
  await fill(page, 'quote', 'A mistake.');
  await publish(page);
  expect(await quoteOf()).toBe('A mistake.');
  await page.getByTestId('document-header-Published-chip').click();
  await page
    .getByTestId('pane-footer')
    .getByRole('button', { name: /Last published/ })
    .click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page
    .getByRole('option', { name: /Created/ })
    .getByRole('button')
    .first()
    .click();
  await expect(field(page, 'quote').getByRole('textbox')).toHaveValue(quote);
  await page.getByRole('button', { name: 'Revert to revision' }).click();
  await expect(page.getByText('Parents see what is published until you press Publish.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByTestId('document-header-Draft-chip').click();
  await publish(page);
  expect(await quoteOf()).toBe(quote);
});

test('the sections of Home are ordered by drag', async ({ page }) => {
  const order = () => published<string[]>('*[_id == "homePage"][0].sections[]._type');
  const before = await order();
  const at = before.indexOf('homeMethod');
  expect(before[at - 1]).toBe('homeTryOut');
  await openList(page, 'Pages', 'Home');
  const item = (title: string) =>
    field(page, 'sections').getByRole('button', { name: new RegExp(`^${title}`) });
  const drag = async (from: string, to: string) => {
    await item(to).scrollIntoViewIfNeeded();
    const start = await item(from).boundingBox();
    const end = await item(to).boundingBox();
    if (!start || !end) throw new Error('A section is not on the screen');
    // The handle is at the left of the title.
    const x = start.x - 18;
    await page.mouse.move(x, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, start.y + start.height / 2 - 8, { steps: 4 });
    await page.mouse.move(x, end.y + 2, { steps: 12 });
    await page.mouse.up();
  };
  await expect(item('Method')).toBeVisible({ timeout: 60_000 });
  await drag('Method', 'Try-Out package');
  await publish(page);
  expect(await order()).toEqual(before.with(at - 1, 'homeMethod').with(at, 'homeTryOut'));
  await expect(badge(page, 'Live')).toBeVisible(rebuilt);
  // The order is restored for the other tests.
  await drag('Try-Out package', 'Method');
  await publish(page);
  expect(await order()).toEqual(before);
});

test('a legal page asks for its date when its text changes, and shows it', async ({ page }) => {
  await openDocument(page, 'Legal', 'Privacy policy');
  const introduction = field(page, 'introduction').getByRole('textbox');
  await fill(page, 'introduction', `${await introduction.inputValue()} Ask us anything.`);
  await page.getByRole('button', { name: 'Validation' }).click();
  const reminder = page.getByRole('button', { name: /choose the day from which it is valid/ });
  await expect(reminder).toBeVisible();
  await fill(page, 'validFrom', '2027-01-01');
  await expect(reminder).toHaveCount(0);
  await publish(page);
  await expect.poll(() => sitePage(paths.privacy), rebuilt).toContain('datetime="2027-01-01"');
});
