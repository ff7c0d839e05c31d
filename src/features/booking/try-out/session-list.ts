import { formatDate, formatTime } from '#domain/dates.ts';
import { spotsOf } from '#domain/spots.ts';
import { PageElement } from '#ui/page-element.ts';
import { messages, spotsMessage } from '../messages.ts';
import { type FlowSession, type Team, waitlistPath } from '../model.ts';
import { type Booking, createBooking } from '../store.ts';
import { watchAvailability } from '../watch.ts';
import { firstOf, chooseState, roomFor, type Offer } from './model.ts';

const actions = '[data-book]:not([hidden]), [data-wait]:not([hidden])';

export class TrySessions extends PageElement {
  #booking: Booking | null = null;
  #offer: Offer | null = null;
  /** The sessions that are shown, as JSON. */
  #drawnSessions = '';
  #chosenId = '';
  #showsAll = false;

  protected override start(signal: AbortSignal): void {
    // Our own build wrote this data, so it is not validated.
    const offer = JSON.parse(this.dataset['offer'] ?? '') as Offer;
    const booking = createBooking({ teams: offer.teams, presetPassId: offer.pass.id });
    [this.#offer, this.#booking] = [offer, booking];
    setText(this, '[data-loading]', messages.loading);
    this.addEventListener('click', ({ target }) => this.#press(target), { signal });
    const draw = () => this.#draw(booking);
    const stops = [booking.$sessions, booking.$availability, booking.$problem, booking.$leaving].map(
      (store) => store.listen(draw),
    );
    draw();
    stops.push(watchAvailability(booking));
    signal.addEventListener('abort', () => stops.forEach((stop) => stop()));
  }

  #press(target: EventTarget | null): void {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    if (button?.matches('[data-retry]')) void this.#booking?.retry();
    if (button?.matches('[data-all]')) this.#showAll();
    const id = button?.closest<HTMLElement>('[data-id]')?.dataset['id'];
    if (id) this.#book(id);
  }

  #book(id: string): void {
    const [booking, offer] = [this.#booking, this.#offer];
    if (!booking || !offer) return;
    this.#chosenId = id;
    booking.chooseSession(id);
    if (booking.$session.get()?.id === id) void booking.choosePass(offer.pass);
    else void booking.refresh();
  }

  #showAll(): void {
    this.#showsAll = true;
    if (this.#booking) this.#draw(this.#booking);
    // The pressed button has disappeared, so the focus moves to the first session.
    this.querySelector<HTMLElement>(actions)?.focus({ preventScroll: true });
  }

  #draw({ $availability, $sessions, $problem, $leaving }: Booking): void {
    const sessions = $sessions.get();
    const state = chooseState($availability.get().state, sessions);
    const shownSessions = firstOf(sessions, this.#showsAll);
    const isListed = state === 'list' || state === 'empty';
    for (const element of this.querySelectorAll<HTMLElement>('[data-when]'))
      element.hidden = element.dataset['when'] !== state;
    show(this, '[data-list]', isListed);
    show(this, '[data-problem]', $problem.get() !== null);
    setText(this, '[data-problem]', $problem.get() === null ? '' : messages.navigationFailed);
    setText(this, '[data-failed]', messages.loadFailed);
    show(this, '[data-all]', isListed && shownSessions.length < sessions.length);
    show(this, '[data-other]', state === 'list' && shownSessions.length < roomFor);
    // Redrawing the list would lose the focus, so it happens only after a change.
    const now = JSON.stringify(shownSessions);
    if (now !== this.#drawnSessions) this.#redraw(shownSessions);
    this.#drawnSessions = now;
    for (const item of this.querySelectorAll<HTMLElement>('[data-id]'))
      item
        .querySelector('[data-book]')
        ?.toggleAttribute('aria-busy', $leaving.get() !== null && item.dataset['id'] === this.#chosenId);
  }

  #redraw(sessions: readonly FlowSession[]): void {
    const focused = document.activeElement?.closest<HTMLElement>('[data-id]')?.dataset['id'];
    const items = this.querySelector('[data-list] ul');
    const teams = this.#offer?.teams ?? [];
    const hasOneLocation = new Set(sessions.map(({ location }) => location)).size === 1;
    items?.replaceChildren(
      ...sessions.map((session) =>
        drawItem(
          this,
          session,
          teams.find(({ id }) => id === session.teamId),
          hasOneLocation,
        ),
      ),
    );
    if (focused) items?.querySelector<HTMLElement>(`[data-id="${focused}"] :is(${actions})`)?.focus();
  }
}

function drawItem(
  root: HTMLElement,
  session: FlowSession,
  team: Team | undefined,
  isOnePlace: boolean,
): HTMLElement {
  const item = copyOf(root, 'template[data-session]');
  item.dataset['id'] = session.id;
  setText(item, '[data-date]', formatDate(session.sessionDate));
  setText(item, '[data-time]', formatTime(session.time));
  setText(item, '[data-team]', session.teamLabel);
  // The checkout refuses a child who is too young or too new for the team, so each session shows ages
  // and levels.
  const location = isOnePlace && team ? null : session.location;
  setText(item, '[data-place]', [location, team?.ageRange, team?.levelRange].filter(Boolean).join(', '));
  setText(item, '[data-spots]', spotsMessage(session.spotsOpen));
  item.querySelector('.try-spots')?.classList.add(spotsOf(session.spotsOpen));
  const button = item.querySelector<HTMLElement>('[data-book]');
  const wait = item.querySelector<HTMLAnchorElement>('[data-wait]');
  if (!button || !wait) return item;
  const isFull = session.spotsOpen === 0;
  const sessionText = `${formatDate(session.sessionDate)}, ${formatTime(session.time)}, ${session.teamLabel}`;
  wait.textContent = messages.waitlist;
  wait.href = waitlistPath(session.id);
  for (const action of [button, wait]) {
    action.hidden = isFull === (action === button);
    action.setAttribute('aria-label', `${action.textContent.trim()}: ${sessionText}`);
  }
  return item;
}

function copyOf(root: HTMLElement, selector: string): HTMLElement {
  const first = root.querySelector<HTMLTemplateElement>(selector)?.content.firstElementChild?.cloneNode(true);
  return first instanceof HTMLElement ? first : document.createElement('div');
}

function setText(root: Element, selector: string, text: string): void {
  const element = root.querySelector(selector);
  if (element) element.textContent = text;
}

function show(root: Element, selector: string, isShown: boolean): void {
  root.querySelector(selector)?.toggleAttribute('hidden', !isShown);
}

customElements.define('try-sessions', TrySessions);
