import { html } from 'hono/html';
import { brand } from '#contract/brand.ts';

export type Html = ReturnType<typeof html>;

export function layout(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en-SG">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/inbox/assets/inbox.css" />
        <script type="module" src="/inbox/assets/refresh.js"></script>
      </head>
      <body>
        <header class="top">
          <a href="/" class="home">${brand.name} inbox</a>
          <p>
            Every mail the local stack sends lands here, and messages to
            <a href="/phones">phones</a>. None leaves this computer.
          </p>
        </header>
        ${content}
      </body>
    </html>`;
}

export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const moment = new Intl.DateTimeFormat('en-SG', {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: brand.timeZone,
});

export function formatTime(iso: string): Html {
  return html`<time datetime="${iso}">${moment.format(new Date(iso))}</time>`;
}
