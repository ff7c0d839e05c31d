import { expect, type Page } from '@playwright/test';
import { formatMoney } from '#contract/format.ts';
import {
  appendBold,
  badge,
  consoleErrors,
  createIn,
  field,
  fill,
  openDesk,
  openDocument,
  openList,
  publish,
  row,
  setPrice,
  signIn,
  stayLocal,
} from '#support/studio.ts';
import { paths } from '#config/paths.ts';
import { eventually, rpc, sql } from '../support/backend.ts';
import { published, rebuilt, asStudioShows, sitePage } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

interface Tier {
  _id: string;
  name: string;
  price: number;
  rungs: { name: string; price: number; closed: boolean }[] | null;
}

interface Faq {
  _id: string;
  question: string;
  answer: string;
  topic: string;
}

const someCamp = async (tier: string) =>
  (
    await sql()`select id from camp_weeks where tier = ${tier} and is_active and starts_at > private.calendar_now() limit 1`
  )[0]?.['id'] as string;

async function openQuestions(page: Page, topic: string): Promise<void> {
  await openDesk(page);
  await openList(page, 'FAQs');
  await row(page, asStudioShows(topic)).click();
  await openList(page, 'Questions');
}

test('an editor changes Spark’s price and questions, publishes them, and the site shows them', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const tier = await published<Tier>('*[_type == "campTier" && tier == "spark"][0]');
  const faqs = await published<Faq[]>(
    '*[_type == "faq"]{ _id, question, "answer": pt::text(answer), "topic": topic->title }',
  );
  const before = await sitePage(paths.tryOutForKids);
  const faq = faqs.find(({ question }) => before.includes(asStudioShows(question)));
  if (!faq) throw new Error('The try-out page shows no question');
  const price = tier.price + 10;
  expect(await sitePage(paths.camps)).not.toContain(formatMoney(price * 100));
  await stayLocal(page);
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  const errors = consoleErrors(page);

  await test.step('the price field shows what parents will read', async () => {
    await openDocument(page, ['Camps and prices', 'Camp tiers'], asStudioShows(tier.name));
    await setPrice(page, price);
    const preview = field(page, 'price').getByRole('region', { name: 'What parents will see' });
    const open = tier.rungs?.find((rung) => !rung.closed);
    if (!open) throw new Error('The demo needs an open rung');
    const saving = formatMoney(Math.round((price - open.price) * 100));
    await expect(
      preview.getByText(`${asStudioShows(open.name)}: ${formatMoney(open.price * 100)} · save ${saving}`),
    ).toBeVisible();
    await expect(preview.getByText(`After that: ${formatMoney(price * 100)}`)).toBeVisible();
  });

  await test.step('the published price is on its way, then live, and the checkout uses it', async () => {
    await publish(page);
    await expect(page.getByTestId('pane-footer').getByText(/^On its way/)).toBeVisible();
    const offerOnSale = async () =>
      (await sql()`select price_cents from offers where id = ${tier._id}`)[0]?.['price_cents'] as number;
    await eventually('the till knows the price', offerOnSale, (cents) => cents === price * 100);
    const { body: quote } = await rpc<{ lines: { list_cents: number }[] }>('quote_order', {
      p_order: { lines: [{ offer_id: tier._id, camp_id: await someCamp('spark') }] },
    });
    expect(quote.lines[0]?.list_cents).toBe(price * 100);
    await expect(badge(page, 'Live')).toBeVisible(rebuilt);
    expect(await sitePage(paths.camps)).toContain(formatMoney(price * 100));
    await expect(row(page, asStudioShows(tier.name))).toContainText(formatMoney(price * 100));
    await page.getByRole('tab', { name: 'Publication' }).click();
    await expect(page.getByRole('definition').getByText('It sells what you published.')).toBeVisible();
    await expect(page.getByRole('definition').getByText('It shows what you published.')).toBeVisible();
  });

  const added = 'Is there parking beside the park?';
  await test.step('the editor adds a question to a topic', async () => {
    await openQuestions(page, faq.topic);
    await createIn(page, 'Question');
    await expect(page.getByTestId('form-view')).toContainText(asStudioShows(faq.topic));
    await fill(page, 'question', added);
    await appendBold(page, 'answer', 'In the basement.');
    await publish(page);
  });

  await test.step('the editor changes an answer, and the page shows both', async () => {
    await openQuestions(page, faq.topic);
    await page
      .getByRole('link')
      .filter({ hasText: asStudioShows(faq.question) })
      .click();
    await expect(field(page, 'answer')).toContainText(faq.answer.split('\n')[0] ?? '');
    await appendBold(page, 'answer', 'Ask us on WhatsApp.');
    await publish(page);
    const bold = '*[_id == $id][0].answer[].children[marks[0] == "strong"].text';
    expect(await published(bold, { id: faq._id })).toEqual([' Ask us on WhatsApp.']);
    // The badge may still describe the previous revision, because Studio notices its own publish a moment later.
    await expect
      .poll(() => sitePage(paths.tryOutForKids), rebuilt)
      .toContain('<strong> Ask us on WhatsApp.</strong>');
    expect(await sitePage(paths.tryOutForKids)).toContain(added);
    await expect(badge(page, 'Live')).toBeVisible(rebuilt);
  });

  expect(errors).toEqual([]);
});
