import { formatDate, formatTime } from '../../domain/dates.ts';

/** What is shown of a session. */
export interface TrySession {
  id: string;
  sessionDate: string;
  time: string;
  teamLabel: string;
  location: string;
  spotsOpen: number;
}

/** What the page hands to its script: the ages of the teams, and the pass. */
export interface Offer {
  teams: readonly unknown[];
  pass: unknown;
}

/** The conversation behind the list, and its words; the page brings both from the booking. */
export interface Conversation {
  /** Said until the sessions are there. */
  loading: string;
  /** Calls back at once and whenever something changes. */
  follow: (draw: (view: View) => void) => void;
  book: (id: string) => void;
  retry: () => void;
  /** Where a full session is waited for, and what the link says. */
  waitlistPath: (id: string) => string;
  waitlist: string;
  spotsWords: (count: number) => string;
  spotsState: (count: number) => string;
}

export interface View {
  state: 'loading' | 'ready' | 'failed';
  sessions: readonly TrySession[];
  /** A sentence above the list, or null. */
  problem: string | null;
  /** Of a list that did not come. */
  failure: string;
  /** On the way to the checkout. */
  leaving: boolean;
}

/** Which part of the section is shown. A weekend of full sessions is an empty one: they are there to wait for. */
export function partOf({ state, sessions }: Pick<View, 'state' | 'sessions'>) {
  if (state !== 'ready') return state;
  return sessions.some(({ spotsOpen }) => spotsOpen > 0) ? 'list' : 'empty';
}

/** What can be done with a session. */
const ways = '[data-book]:not([hidden]), [data-wait]:not([hidden])';

/** How many are shown at first: the page keeps their room, and does not move when they come. */
const roomFor = 3;

/** The first with a spot, or without one where none has any, until somebody asks for all. */
export function firstOf<S extends Pick<TrySession, 'spotsOpen'>>(sessions: readonly S[], all: boolean) {
  if (all) return sessions;
  const open = sessions.filter(({ spotsOpen }) => spotsOpen > 0);
  return (open.length > 0 ? open : sessions).slice(0, roomFor);
}

/** Draws the sessions into the section, and answers its buttons. */
export function showSessions(root: HTMLElement, conversation: Conversation): void {
  const list = root.querySelector<HTMLElement>('[data-list]');
  const problem = root.querySelector<HTMLElement>('[data-problem]');
  const showAll = root.querySelector<HTMLElement>('[data-all]');
  const items = list?.querySelector('ul');
  const other = root.querySelector<HTMLElement>('[data-other]');
  if (!list || !items || !problem || !showAll) return;
  setText(root, '[data-loading]', conversation.loading);
  let drawn = '';
  let chosen = '';
  let all = false;
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    if (button?.matches('[data-retry]')) conversation.retry();
    const id = button?.closest<HTMLElement>('[data-id]')?.dataset['id'];
    if (!id) return;
    chosen = id;
    conversation.book(id);
  });
  const draw = (view: View) => {
    const part = partOf(view);
    for (const one of root.querySelectorAll<HTMLElement>('[data-when]'))
      one.hidden = one.dataset['when'] !== part;
    list.hidden = part !== 'list' && part !== 'empty';
    problem.hidden = view.problem === null;
    problem.textContent = view.problem ?? '';
    setText(root, '[data-failed]', view.failure);
    const shown = firstOf(view.sessions, all);
    showAll.hidden = list.hidden || shown.length === view.sessions.length;
    if (other) other.hidden = part !== 'list' || shown.length >= roomFor;
    // Drawn anew only when something changed, so that nobody loses their place every few seconds.
    const now = JSON.stringify(shown);
    if (now !== drawn) redraw(root, items, shown, conversation);
    drawn = now;
    for (const item of list.querySelectorAll<HTMLElement>('[data-id]'))
      item
        .querySelector('[data-book]')
        ?.toggleAttribute('aria-busy', view.leaving && item.dataset['id'] === chosen);
  };
  let last: View | null = null;
  conversation.follow((view) => draw((last = view)));
  showAll.addEventListener('click', () => {
    all = true;
    if (last) draw(last);
    // The button is gone with its work: the reader goes on at the head of the list.
    list.querySelector<HTMLElement>(ways)?.focus({ preventScroll: true });
  });
}

function redraw(
  root: HTMLElement,
  items: HTMLElement,
  sessions: readonly TrySession[],
  words: Conversation,
): void {
  const focused = document.activeElement?.closest<HTMLElement>('[data-id]')?.dataset['id'];
  items.replaceChildren(...sessions.map((session) => itemOf(root, session, words)));
  if (focused) items.querySelector<HTMLElement>(`[data-id="${focused}"] :is(${ways})`)?.focus();
}

function itemOf(root: HTMLElement, session: TrySession, words: Conversation): HTMLElement {
  const item = copyOf(root, 'template[data-session]');
  item.dataset['id'] = session.id;
  setText(item, '[data-date]', formatDate(session.sessionDate));
  setText(item, '[data-time]', formatTime(session.time));
  setText(item, '[data-team]', session.teamLabel);
  setText(item, '[data-place]', session.location);
  setText(item, '[data-spots]', words.spotsWords(session.spotsOpen));
  item.querySelector('.try-spots')?.classList.add(words.spotsState(session.spotsOpen));
  const button = item.querySelector<HTMLElement>('[data-book]');
  const wait = item.querySelector<HTMLAnchorElement>('[data-wait]');
  if (!button || !wait) return item;
  const isFull = session.spotsOpen === 0;
  const when = `${formatDate(session.sessionDate)}, ${formatTime(session.time)}, ${session.teamLabel}`;
  wait.textContent = words.waitlist;
  wait.href = words.waitlistPath(session.id);
  for (const way of [button, wait]) {
    way.hidden = isFull === (way === button);
    way.setAttribute('aria-label', `${way.textContent.trim()}: ${when}`);
  }
  return item;
}

function copyOf(root: HTMLElement, selector: string): HTMLElement {
  const first = root.querySelector<HTMLTemplateElement>(selector)?.content.firstElementChild?.cloneNode(true);
  return first instanceof HTMLElement ? first : document.createElement('div');
}

function setText(root: Element, selector: string, text: string): void {
  const part = root.querySelector(selector);
  if (part) part.textContent = text;
}
