import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

/** Returns a whole page. Its styles and scripts come from this server, so that its CSP can refuse all others. */
export async function layout(title: string, content: Html): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="en-SG">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/c/assets/hosted.css" />
        <script type="module" src="/c/assets/countdown.js"></script>
      </head>
      <body>
        <header class="notice">
          <p><strong>Test payment page.</strong> It stands in for Stripe on this computer: no money moves.</p>
        </header>
        <main>${content}</main>
      </body>
    </html>`;
  return page.toString();
}

export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};
