import { Hono } from 'hono';
import { html } from 'hono/html';
import { layout, pageHeaders, formatTime } from '../mail/inbox/layout.ts';
import type { SentText, Texts } from './store.ts';

const names = { whatsapp: 'WhatsApp', sms: 'SMS' };

const item = ({ id, channel, to, text, created_at, reports }: SentText) =>
  html`<li id="text-${id}">
    <span class="row"><span class="to">${to}</span> ${formatTime(created_at)}</span>
    <span class="subject">${names[channel]}: ${reports.join(', ') || 'accepted'}</span>
    <p>${text}</p>
  </li>`;

export function phoneInbox(texts: Texts) {
  const routes = new Hono();
  routes.get('/', async (c) => {
    const to = c.req.query('to')?.trim() ?? '';
    const listed = texts.list(to);
    const page = html`<div class="panes">
      <main class="list">
        <a class="back" href="/">All mails</a>
        <h1>Phones</h1>
        <form role="search" action="/phones" method="get">
          <label for="to">Search by number</label>
          <div class="search">
            <input id="to" name="to" type="search" value="${to}" autocomplete="off" />
            <button type="submit">Search</button>
          </div>
        </form>
        <ol>
          ${listed.map(item)}
        </ol>
        ${listed.length === 0 && html`<p class="empty">No WhatsApp or SMS yet. Load the page again to look.</p>`}
      </main>
    </div>`;
    return c.html(await layout('Phones', page), 200, pageHeaders);
  });
  return routes;
}
