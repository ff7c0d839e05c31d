/** Our small renderer gives the same mail as React's server and the library that makes text of HTML. */
import { render } from '@react-email/components';
import { createElement, Fragment } from 'react';
import { describe, expect, it } from 'vitest';
import { toHtml, toMarkup } from '#server/mails/markup.ts';
import { toPlainText } from '#server/mails/plain-text.ts';
import { templates } from '#server/mails/render.ts';
import { type MailLanguage, withWording } from '#server/mails/say.ts';
import { everyMail } from '#support/every-mail.ts';

const SITE = 'https://otter.test';
/** React's marks for the browser, which no mail program needs. Comments for Outlook stay. */
const withoutMarks = (html: string) =>
  html.replace(/^<!DOCTYPE.*?>/, '').replaceAll(/<!--(?!\[if).*?-->/g, '');
const textOptions = {
  plainText: true,
  htmlToTextOptions: {
    selectors: [
      { selector: 'table.receipt', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      { selector: 'hr', format: 'skip' },
    ],
  },
};

const mails = Object.entries(everyMail).flatMap(([template, payloads]) =>
  payloads.map((payload, index) => ({ name: `${template} ${index + 1}`, template, payload })),
);

it.each(mails)('$name is rendered as React renders it', async ({ template, payload }) => {
  const compose = templates[template];
  if (!compose) throw new Error(`no template ${template}`);
  for (const language of ['en', 'zh'] satisfies MailLanguage[])
    await withWording({}, language, async () => {
      const { body } = compose(payload, SITE, SITE);
      const markup = toMarkup(body);
      const [html, text] = await Promise.all([render(body), render(body, textOptions)]);
      expect(toHtml(markup)).toBe(withoutMarks(html));
      expect(toPlainText(markup)).toBe(text);
    });
});

describe('hostile words', () => {
  const hostile = `</p><script>"it's" & more</script>`;
  it('are escaped in text and attributes', () => {
    const html = toHtml(toMarkup(createElement('p', { title: hostile, style: { color: hostile } }, hostile)));
    const escaped = '&lt;/p&gt;&lt;script&gt;&quot;it&#x27;s&quot; &amp; more&lt;/script&gt;';
    expect(html).toBe(`<p title="${escaped}" style="color:${escaped}">${escaped}</p>`);
  });

  it('make no link that runs a script', () => {
    for (const href of ['javascript:alert(1)', ' JAVASCRIPT:alert(1)', 'data:text/html,x'])
      expect(toHtml(toMarkup(createElement('a', { href }, 'x')))).toBe('<a>x</a>');
  });

  it('cannot end the style sheet', () => {
    expect(() => toHtml(toMarkup(createElement('style', {}, '</STYLE>')))).toThrow('too early');
  });
});

it('what is no part of a mail is refused, not left out', () => {
  expect(() => toMarkup({ text: 'x' } as never)).toThrow('not an element');
  expect(toHtml(toMarkup(createElement(Fragment, {}, null, false, 0, ['a', 1])))).toBe('0a1');
});
