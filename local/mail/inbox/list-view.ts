import { html } from 'hono/html';
import type { Mail } from '../mail.ts';
import { when, type Html } from './layout.ts';

interface ListOptions {
  mails: Mail[];
  /** What was searched for; empty for all. */
  to: string;
  /** Id of the mail beside the list. */
  current?: string;
  version: string;
}

const PREVIEW_CHARACTERS = 120;
/** How many mails a list shows at most; a search finds the older ones. */
export const LISTED = 200;

function item(mail: Mail, { to, current }: ListOptions): Html {
  const query = to === '' ? '' : `?to=${encodeURIComponent(to)}`;
  const files = mail.attachments.length;
  return html`<li id="mail-${mail.id}">
    <a href="/inbox/${mail.id}${query}" ${mail.id === current ? html`aria-current="page"` : ''}>
      <span class="row"><span class="to">${mail.to.join(', ')}</span> ${when(mail.created_at)}</span>
      <span class="subject">${mail.subject}</span>
      <span class="preview">${(mail.text ?? '').slice(0, PREVIEW_CHARACTERS)}</span>
      ${files > 0 && html`<span class="files">${files === 1 ? '1 attachment' : `${files} attachments`}</span>`}
    </a>
  </li>`;
}

/** The list with its search. `refresh.js` keeps it fresh: it knows the ids `mails` and `count`. */
export function listView(options: ListOptions): Html {
  const { mails, to, version } = options;
  const count =
    mails.length === LISTED
      ? `The newest ${LISTED} mails`
      : mails.length === 1
        ? '1 mail'
        : `${mails.length} mails`;
  return html`<nav class="list" aria-label="Mails" data-version="${version}">
    <form role="search" action="/" method="get">
      <label for="to">Search by recipient</label>
      <div class="search">
        <input id="to" name="to" type="search" value="${to}" autocomplete="off" />
        <button type="submit">Search</button>
      </div>
    </form>
    <p id="count" role="status">${count}${to !== '' && ` to “${to}”`}</p>
    <ol id="mails">
      ${mails.map((mail) => item(mail, options))}
    </ol>
    ${
      mails.length === 0 &&
      html`<p id="empty" class="empty">
        ${to === '' ? 'No mail yet. It appears here by itself.' : 'No mail to such an address.'}
      </p>`
    }
  </nav>`;
}
