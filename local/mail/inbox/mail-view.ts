import { html } from 'hono/html';
import type { Mail } from '../mail.ts';
import { formatTime, type Html } from './layout.ts';

export const tabs = ['html', 'text', 'headers', 'attachments'] as const;
export type Tab = (typeof tabs)[number];

const tabNames: Record<Tab, string> = {
  html: 'HTML',
  text: 'Text',
  headers: 'Headers',
  attachments: 'Attachments',
};

interface MailOptions {
  mail: Mail;
  tab: Tab;
  to: string;
}

export function mailView(options: MailOptions): Html {
  const { mail, tab, to } = options;
  const listAddress = to === '' ? '/' : `/?to=${encodeURIComponent(to)}`;
  return html`<main class="mail">
    <a class="back" href="${listAddress}">All mails</a>
    <h1>${mail.subject}</h1>
    <dl>
      ${line('From', [mail.from])} ${line('To', mail.to)} ${line('Cc', mail.cc)} ${line('Bcc', mail.bcc)}
      ${line('Reply to', mail.reply_to)}
      <dt>Sent</dt>
      <dd>${formatTime(mail.created_at)} Singapore time</dd>
    </dl>
    <nav class="tabs" aria-label="Parts of this mail">${tabs.map((one) => tabLink(one, options))}</nav>
    <section aria-label="${tabNames[tab]}">${panels[tab](mail)}</section>
  </main>`;
}

function line(name: string, values: string[]): Html | '' {
  if (values.length === 0) return '';
  return html`<dt>${name}</dt>
    <dd>${values.join(', ')}</dd>`;
}

function tabLink(one: Tab, { mail, tab, to }: MailOptions): Html {
  const query = new URLSearchParams({ tab: one, ...(to === '' ? {} : { to }) });
  const count = one === 'attachments' ? ` (${mail.attachments.length})` : '';
  const href = `/inbox/${mail.id}?${query.toString()}`;
  return html`<a href="${href}" ${one === tab ? html`aria-current="page"` : ''}>${tabNames[one]}${count}</a>`;
}

const panels: Record<Tab, (mail: Mail) => Html> = {
  html: (mail) =>
    mail.html === null
      ? html`<p>This mail has no HTML part.</p>`
      : html`<iframe
          title="The mail as it looks"
          src="/inbox/${mail.id}/html"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>`,

  text: (mail) =>
    mail.text === null
      ? html`<p>This mail has no text part.</p>`
      : html`<pre tabindex="0">${mail.text}</pre>`,

  headers: (mail) => {
    const headers = [
      ...Object.entries(mail.headers),
      ...mail.tags.map(({ name, value }) => [`tag ${name}`, value] as const),
    ];
    if (headers.length === 0) return html`<p>No headers or tags of its own.</p>`;
    return html`<dl>${headers.map(([name, value]) => line(name, [value]))}</dl>`;
  },

  attachments: (mail) => {
    if (mail.attachments.length === 0) return html`<p>Nothing is attached.</p>`;
    return html`<ul class="attachments">
      ${mail.attachments.map(
        ({ filename, content_type, size }, position) =>
          html`<li>
            <a href="/inbox/${mail.id}/attachments/${position}" download="${filename}">${filename}</a>
            <span class="small">${content_type}, ${size.toLocaleString('en-SG')} bytes</span>
          </li>`,
      )}
    </ul>`;
  },
};
