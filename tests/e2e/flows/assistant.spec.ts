import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { answerConsent, markPopupsSeen, personUserAgent, scrollTo } from '../support/visitor.ts';

/** "Ask the Otter" answers from published content and from the booking system (decisions "The assistant"). */
test.use({ userAgent: personUserAgent });

const assistantFiles = /ask-assistant|assistant\.json/;
const otter = (page: Page) => page.getByRole('region', { name: 'Ask the Otter' });
const log = (page: Page) => page.getByRole('log', { name: 'Ask the Otter' });
const ask = async (page: Page, question: string) => {
  await page.getByLabel('Your question').fill(question);
  await page.keyboard.press('Enter');
  await expect(log(page).locator('.assistant-turn').last()).toContainText(question);
};
const lastAnswer = (page: Page) => log(page).locator('.assistant-turn').last().locator('.assistant-answer');

async function openPage(page: Page, path: string): Promise<void> {
  await answerConsent(page);
  await markPopupsSeen(page);
  await page.addInitScript(() => sessionStorage.setItem('otter-interrupted', 'true'));
  await page.goto(env('SITE_URL') + path);
}

test(
  'a parent asks the assistant from the chat button, and follows an answer to its source',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const requestedUrls: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    await openPage(page, '/camps');
    await scrollTo(page, 0.6);
    const launcher = page.getByRole('button', { name: 'Open help' });
    await expect(launcher).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(requestedUrls.filter((url) => assistantFiles.test(url))).toEqual([]);
    // The assistant's knowledge is loaded once, together with its script, however many questions follow.
    const knowledge = () => requestedUrls.filter((url) => url.endsWith('/fragments/assistant.json')).length;

    await launcher.click();
    const chooser = page.getByRole('dialog', { name: 'Hello! Which way?' });
    await expect(chooser.getByRole('link', { name: /Book a Holiday Camp/ })).toBeVisible();
    await expect(otter(page)).toContainText('I am a program, not a person.');
    await expectAccessible(page);
    // Escape returns to the button, and the keyboard opens the dialog in the same way.
    await page.keyboard.press('Escape');
    await expect(chooser).toBeHidden();
    await expect(launcher).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chooser).toBeVisible();
    // A tap in the field opens the conversation, with three questions for this page.
    await page.getByLabel('Your question').click();
    const suggestions = otter(page).getByRole('list', { name: 'Try one of these' }).getByRole('button');
    await expect(suggestions).toHaveText([
      'When is the next camp?',
      'What does a camp cost today?',
      'What should my child bring?',
    ]);
    await expectAccessible(page);

    // A price comes from the booking system within a second.
    await expect(page.getByPlaceholder('How much is Spark Camp?')).toBeVisible();
    const began = Date.now();
    await ask(page, 'hw much is spark camp ah');
    await expect(lastAnswer(page)).toContainText('From our booking system, just now');
    expect(Date.now() - began).toBeLessThan(1000);
    const [spark] = await sql()<{ cents: number; left: number; capacity: number }[]>`
    select min(price_cents)::int as cents, sum(greatest(0, capacity - current_enrollments))::int as left,
      sum(capacity)::int as capacity
    from public.camps where tier = 'spark' and is_active and cancelled_at is null and end_date >= private.calendar_today()`;
    await expect(lastAnswer(page)).toContainText(`S$${(spark?.cents ?? 0) / 100} today`);
    await expect(lastAnswer(page)).toContainText(`${spark?.left} of ${spark?.capacity} spots are open`);
    await expect(lastAnswer(page).getByRole('link', { name: 'Holiday camps · Packages' })).toHaveAttribute(
      'href',
      '/camps#packages',
    );
    await expectAccessible(page);

    expect(knowledge()).toBe(1);

    // If the assistant cannot answer, a coach can be asked with the text already typed.
    await ask(page, 'my son has asthma, can he join?');
    const whatsapp = log(page)
      .getByRole('link', { name: /Ask a coach on WhatsApp/ })
      .last();
    await expect(whatsapp).toHaveAttribute(
      'href',
      /wa\.me\/\d+\?text=Hello!%20I%20asked%20the%20Otter%3A%20my%20son%20has%20asthma/,
    );

    // A link to an answer on this page opens the answer and closes the dialog.
    await ask(page, 'What happens when it rains?');
    await expect(lastAnswer(page).locator('blockquote')).toContainText('Rain is a mission of its own.');
    await lastAnswer(page).getByRole('link', { name: 'Holiday camps · Questions' }).click();
    await expect(chooser).toBeHidden();
    const question = page.locator('details', { hasText: 'What happens when it rains?' });
    await expect(question).toHaveAttribute('open', '');
    await expect(question).toBeInViewport();

    // The conversation continues on another page, but a question about a child's health is not stored.
    await page.goto(`${env('SITE_URL')}/about`);
    await page.evaluate(() => dispatchEvent(new Event('openChatbot')));
    await otter(page).getByLabel('Your question').fill('where are the weekend classes');
    await page.keyboard.press('Enter');
    await expect(log(page)).toContainText('hw much is spark camp ah');
    await expect(lastAnswer(page)).toContainText('Somerset Skate Park, 1 Somerset Road');
    expect(
      await page.evaluate(() => JSON.stringify(sessionStorage) + JSON.stringify(localStorage)),
    ).not.toContain('asthma');

    expect(requestedUrls.filter((url) => url.endsWith('/functions/v1/assistant'))).toEqual([]);

    // Questions are counted without the person, except questions about a child's health.
    const counted = await sql()<{ question: string }[]>`select question from public.assistant_questions`;
    const questions = counted.map((row) => row.question);
    expect(questions).toContain('hw much is spark camp ah');
    expect(questions.join()).not.toContain('asthma');
    // Another tab is another visit.
    const tab = await page.context().newPage();
    await tab.goto(`${env('SITE_URL')}/about`);
    expect(await tab.evaluate(() => sessionStorage.getItem('otter_assistant'))).toBeNull();
    await tab.close();
    await page.getByRole('button', { name: 'Start again' }).click();
    await expect(log(page)).toBeHidden();
    expect(await page.evaluate(() => sessionStorage.getItem('otter_assistant'))).toBeNull();
  },
);

test('the assistant works by keyboard in a dialog that opened by itself, and says if there is no network @once', async ({
  page,
}) => {
  await openPage(page, '/passes');
  await page.route('**/fragments/assistant.json', (route) => route.abort());
  await page.evaluate(() => dispatchEvent(new Event('openWelcomeModal')));
  await expect(otter(page)).toBeVisible();
  await ask(page, 'can two children share a pass');
  await expect(lastAnswer(page)).toContainText('We could not look that up just now.');
  // This answer also offers to ask a coach.
  await expect(log(page).getByRole('link', { name: /Ask a coach on WhatsApp/ })).toHaveAttribute(
    'href',
    /wa\.me\/\d+\?text=Hello!%20I%20asked%20the%20Otter%3A%20can%20two%20children/,
  );
  await expectAccessible(page);
  await page.unroute('**/fragments/assistant.json');
  // With a key, an answer by the model is marked as such. If it comes too late, the search answers.
  await page.route('**/fragments/assistant.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...((await response.json()) as object), model: true } });
  });
  const text = 'Each pass is for one child, and has no name on it.';
  await page.route('**/functions/v1/assistant', (route) =>
    route.fulfill({ json: { answer: { text, passages: ['faq-passes-4'] } } }),
  );
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(lastAnswer(page)).toContainText(text);
  await expect(lastAnswer(page)).toContainText('Written by a computer program');
  await expect(lastAnswer(page).locator('.assistant-source')).toHaveAttribute('href', /^\/passes#/);
  await expectAccessible(page);
  await page.unroute('**/functions/v1/assistant');
  await page.route('**/functions/v1/assistant', () => undefined);
  const askedAt = Date.now();
  await ask(page, 'can two kids share one pass');
  await expect(lastAnswer(page)).toContainText('a pass is for one child');
  expect(Date.now() - askedAt).toBeLessThan(3500);
  // Personal data are removed from the question.
  await page.getByLabel('Your question').fill('call me at 9123 4567');
  await page.keyboard.press('Enter');
  await expect(log(page)).toContainText('call me at [hidden]');
  await expect(log(page)).not.toContainText('9123');
  await page.getByRole('button', { name: 'Other ways' }).press('Enter');
  await expect(
    page.getByRole('button', { name: /I want to book a pass|I’m a member/ }).first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
