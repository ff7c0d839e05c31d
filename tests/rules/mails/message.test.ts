/** A message of staff is e-mailed with their own words, and news also has links to unsubscribe. */
import { expect, it } from 'vitest';
import { renderMail } from '#server/mails/render.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

const [line] = mailPayload().lines;
const about = {
  parent_name: 'Mei Tan',
  kind: 'about',
  subject: 'Rain on Saturday',
  body: 'We meet under the roof.\nBring a jacket.\n\n<script>alert(1)</script> <b>bold</b> & {product}',
  session: line?.session ?? null,
  camp: null,
  waits: false,
};
const news = { ...about, kind: 'news', session: null, token: 'c0ffee' };
const render = (payload: object) =>
  renderMail('message', payload, 'https://otter.test', 'https://api.otter.test');

it('a message contains the words of staff and what it is about', async () => {
  const { subject, html, text, headers } = await render(about);
  expect(subject).toBe('Rain on Saturday');
  expect(headers).toBeUndefined();
  for (const words of [
    'Hi Mei Tan,',
    'We meet under the roof.\nBring a jacket.',
    'Sat 28 Nov 2026',
    'because you booked this',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('Stop news');
  // The words are not treated as markup.
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

it('news is marked as such, with two ways to unsubscribe', async () => {
  const { subject, html, text, headers } = await render(news);
  expect(subject).toBe('<ADV> Rain on Saturday');
  expect(text).toContain('because you agreed to it');
  expect(html).toContain('href="https://otter.test/stop-news#c0ffee"');
  expect(headers).toEqual({
    'List-Unsubscribe': '<https://api.otter.test/functions/v1/stop-news?token=c0ffee>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

it('a test message is marked as such, and news is never sent without a way to unsubscribe', async () => {
  expect((await render({ ...news, is_test: true })).subject).toBe('Test: <ADV> Rain on Saturday');
  await expect(render({ ...news, token: undefined })).rejects.toThrow();
});

it('a link that was typed as a name is not shown', async () => {
  expect((await render({ ...about, parent_name: 'Win at evil.example' })).text).toContain('Hello,');
});
