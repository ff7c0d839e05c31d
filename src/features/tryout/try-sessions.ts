import { formatDate, formatTime } from '#domain/dates.ts';
import { PageElement } from '#ui/page-element.ts';
import { firstOf, partOf, roomFor, type Conversation, type TrySession, type View } from './model.ts';

/** The buttons and links of a session. */
const ways = '[data-book]:not([hidden]), [data-wait]:not([hidden])';

/** The list of the next sessions: renders the booking's state, and handles its buttons. */
export class TrySessions extends PageElement {
  #conversation: Conversation | null = null;
  #stop: (() => void) | undefined;
  #last: View | null = null;
  /** The rendered sessions as JSON, and the id of the chosen one. */
  #drawn = '';
  #chosen = '';
  #all = false;

  protected override start(signal: AbortSignal): void {
    this.addEventListener('click', ({ target }) => this.#press(target), { signal });
    signal.addEventListener('abort', () => this.#stop?.());
    this.#follow();
  }

  converse(conversation: Conversation): void {
    this.#conversation = conversation;
    setText(this, '[data-loading]', conversation.loading);
    if (this.isConnected) this.#follow();
  }

  #follow(): void {
    this.#stop = this.#conversation?.follow((view) => this.#draw((this.#last = view)));
  }

  #press(target: EventTarget | null): void {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    if (button?.matches('[data-retry]')) this.#conversation?.retry();
    if (button?.matches('[data-all]')) this.#showAll();
    const id = button?.closest<HTMLElement>('[data-id]')?.dataset['id'];
    if (!id) return;
    this.#chosen = id;
    this.#conversation?.book(id);
  }

  #showAll(): void {
    this.#all = true;
    if (this.#last) this.#draw(this.#last);
    // The pressed button is gone, so the focus moves to the first session.
    this.querySelector<HTMLElement>(ways)?.focus({ preventScroll: true });
  }

  #draw(view: View): void {
    const part = partOf(view);
    const shown = firstOf(view.sessions, this.#all);
    const isListed = part === 'list' || part === 'empty';
    for (const one of this.querySelectorAll<HTMLElement>('[data-when]'))
      one.hidden = one.dataset['when'] !== part;
    show(this, '[data-list]', isListed);
    show(this, '[data-problem]', view.problem !== null);
    setText(this, '[data-problem]', view.problem ?? '');
    setText(this, '[data-failed]', view.failure);
    show(this, '[data-all]', isListed && shown.length < view.sessions.length);
    show(this, '[data-other]', part === 'list' && shown.length < roomFor);
    // Rendered again only after a change, so that a refresh does not lose the focus.
    const now = JSON.stringify(shown);
    if (now !== this.#drawn) this.#redraw(shown);
    this.#drawn = now;
    for (const item of this.querySelectorAll<HTMLElement>('[data-id]'))
      item
        .querySelector('[data-book]')
        ?.toggleAttribute('aria-busy', view.leaving && item.dataset['id'] === this.#chosen);
  }

  #redraw(sessions: readonly TrySession[]): void {
    const words = this.#conversation;
    if (!words) return;
    const focused = document.activeElement?.closest<HTMLElement>('[data-id]')?.dataset['id'];
    const items = this.querySelector('[data-list] ul');
    items?.replaceChildren(...sessions.map((session) => itemOf(this, session, words)));
    if (focused) items?.querySelector<HTMLElement>(`[data-id="${focused}"] :is(${ways})`)?.focus();
  }
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

function show(root: Element, selector: string, shown: boolean): void {
  root.querySelector(selector)?.toggleAttribute('hidden', !shown);
}

customElements.define('try-sessions', TrySessions);
