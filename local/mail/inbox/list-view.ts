import { html } from 'hono/html';
import type { Mail } from '../mail.ts';
import { formatTime, type Html } from './layout.ts';

interface ListOptions {
  mails: Mail[];
  to: string;
  current?: string;
  version: string;
}

const PREVIEW_CHARACTERS = 120;
export const LISTED = 200;

function item(mail: Mail, { to, current }: ListOptions): Html {
  const query = to === '' ? '' : `?to=${encodeURIComponent(to)}`;
  const files = mail.attachments.length;
  return html`<li id="mail-${mail.id}">
    <a href="/inbox/${mail.id}${query}" ${mail.id === current ? html`aria-current="page"` : ''}>
      <span class="row"><span class="to">${mail.to.join(', ')}</span> ${formatTime(mail.created_at)}</span>
      <span class="subject">${mail.subject}</span>
      <span class="preview">${(mail.text ?? '').slice(0, PREVIEW_CHARACTERS)}</span>
      ${files > 0 && html`<span class="files">${files === 1 ? '1 attachment' : `${files} attachments`}</span>`}
    </a>
  </li>`;
}

export function listPage(options: ListOptions): Html {
  return html`<div class="panes">
    <main class="list" data-version="${options.version}">
      <h1>Inbox</h1>
      ${searchAndMails(options)}
    </main>
    <aside class="none" aria-label="Reading pane"><p>Choose a mail to read it here.</p></aside>
  </div>`;
}

export function listBeside(options: ListOptions): Html {
  return html`<nav class="list beside" aria-label="Mails" data-version="${options.version}">
    ${searchAndMails(options)}
  </nav>`;
}

/** `refresh.js` updates this element and relies on the ids `mails`, `count` and `empty`. */
function searchAndMails(options: ListOptions): Html {
  const { mails, to } = options;
  return html`<form role="search" action="/" method="get">
      <label for="to">Search by recipient</label>
      <div class="search">
        <input id="to" name="to" type="search" value="${to}" autocomplete="off" />
        <button type="submit">Search</button>
      </div>
    </form>
    <p id="count" role="status">${countOf(mails.length)}${to !== '' && ` to “${to}”`}</p>
    <ol id="mails">
      ${mails.map((mail) => item(mail, options))}
    </ol>
    ${
      mails.length === 0 &&
      html`<p id="empty" class="empty">
        ${to === '' ? 'No mail yet. It appears here by itself.' : 'No mail to such an address.'}
      </p>`
    }`;
}

function countOf(listed: number): string {
  if (listed === LISTED) return `The newest ${LISTED} mails`;
  return listed === 1 ? '1 mail' : `${listed} mails`;
}
