import { readFile } from 'node:fs/promises';
import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Mail } from '../mail.ts';
import type { Store } from '../store.ts';
import { layout, pageHeaders, type Html } from './layout.ts';
import { LISTED, listBeside, listPage } from './list-view.ts';
import { mailView, tabs, type Tab } from './mail-view.ts';
import { secondStepPage } from './second-step.ts';

const assets = {
  'inbox.css': 'text/css; charset=utf-8',
  'refresh.js': 'text/javascript; charset=utf-8',
};

/** A mail's HTML may load styles, fonts and images and open links in a new tab. Scripts do not run. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline' https:; img-src * data:; font-src https: data:; sandbox allow-popups allow-popups-to-escape-sandbox";

export function inboxRoutes(store: Store) {
  const routes = new Hono();
  const toOf = (c: Context) => c.req.query('to')?.trim() ?? '';
  const show = async (c: Context, page: Html, status: 200 | 404 = 200) =>
    c.html(await page, status, pageHeaders);

  const list = (c: Context) => {
    const to = toOf(c);
    const options = { mails: store.list(to, LISTED), to, version: store.version() };
    return show(c, layout('Inbox', listPage(options)));
  };
  routes.get('/', list);
  routes.get('/inbox', list);

  routes.get('/second-step', (c) => show(c, layout('Second step', secondStepPage())));

  routes.get('/inbox/version', (c) => c.text(store.version()));

  for (const [name, type] of Object.entries(assets)) {
    routes.get(`/inbox/assets/${name}`, async (c) =>
      c.body(await readFile(new URL(name, import.meta.url), 'utf8'), 200, { 'content-type': type }),
    );
  }

  routes.get('/inbox/:id', (c) => {
    const mail = store.get(c.req.param('id'));
    if (!mail) return notFound(c);
    const to = toOf(c);
    const requestedTab = c.req.query('tab');
    const tab: Tab = tabs.find((one) => one === requestedTab) ?? (mail.html === null ? 'text' : 'html');
    const mailList = listBeside({
      mails: store.list(to, LISTED),
      to,
      current: mail.id,
      version: store.version(),
    });
    const panes = html`<div class="panes">${mailList} ${mailView({ mail, tab, to })}</div>`;
    return show(c, layout(mail.subject, panes));
  });

  routes.get('/inbox/:id/html', (c) => {
    const mail = store.get(c.req.param('id'));
    if (!mail?.html) return notFound(c);
    return c.html(`<base target="_blank">${withPictures(mail)}`, 200, {
      'content-security-policy': mailPolicy,
      'referrer-policy': 'no-referrer',
    });
  });

  routes.get('/inbox/:id/attachments/:position', async (c) => {
    const position = Number(c.req.param('position'));
    const attachment = store.get(c.req.param('id'))?.attachments[position];
    const content = store.content(c.req.param('id'), position);
    if (!attachment || !content) return await notFound(c);
    return c.body(new Uint8Array(content), 200, {
      'content-type': attachment.content_type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.filename)}`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
  });

  const notFound = (c: Context) => {
    const main = html`<main class="mail">
      <a class="back" href="/">All mails</a>
      <h1>There is no such mail</h1>
      <p>It may have made room for newer ones, or the local stack was started over.</p>
    </main>`;
    return show(c, layout('No such mail', html`<div class="panes">${main}</div>`), 404);
  };

  return routes;
}

/** Replaces `cid:` references by the addresses of the mail's attached images. */
function withPictures(mail: Mail): string {
  return mail.attachments.reduce(
    (text, { content_id }, position) =>
      content_id === null
        ? text
        : text.replaceAll(`cid:${content_id}`, `/inbox/${mail.id}/attachments/${position}`),
    mail.html ?? '',
  );
}
