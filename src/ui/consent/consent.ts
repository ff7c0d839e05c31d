import { paths, storageKeys } from '#config/paths.ts';
import { MOBILE_MAX_PX } from '#config/timing.ts';
import { asksNotToBeTracked, type Consent, readConsent } from '#browser/consent.ts';
import { hasInteracted, mayInterrupt, noteInterruption } from '#browser/interruption.ts';
import { liesOnChoice } from '#browser/keep-clear.ts';
import { overlay } from '#browser/overlay.ts';
import { markShown } from '#browser/shown-marks.ts';
import { forget, writeText } from '#browser/text-storage.ts';
import { PageElement } from '../page-element.ts';
import { CONSENT_ANCHOR } from './anchor.ts';
import styles from './consent-card.css?inline';
import { choiceMessages, consentMessages } from './messages.ts';

export function answer(consent: Consent): boolean {
  const isSaved = writeText(
    storageKeys.consent,
    JSON.stringify({ ...consent, at: new Date().toISOString() }),
  );
  forget(storageKeys.consentDue);
  if (!consent.analytics) forget(storageKeys.events);
  if (!consent.ads) for (const name of ['_fbc', '_fbp']) document.cookie = `${name}=; path=/; max-age=0`;
  return isSaved;
}

/** The distance in pixels after which the card moves out of the way of a scrolled page. */
const SCROLLED_PX = 40;

/** The largest share of the screen that the card covers. */
const MAX_SHARE_OF_SCREEN = 0.2;

/**
 * Asks for consent if nothing else is open. Otherwise the question moves to the end of the page, and the next visit
 * begins with it.
 */
export function askConsent(): void {
  // A page that contains the choices does not also ask in a card.
  if (readConsent() !== null || document.querySelector('form[data-consent]')) return;
  // The card has its own style sheet, because the shared styles are loaded only with code that calls the database.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  document.body.append(new ConsentCard());
}

/**
 * The card that asks for consent. Once the visitor scrolls or uses the page, it moves below the footer, where it
 * covers nothing.
 */
class ConsentCard extends PageElement {
  protected override start(signal: AbortSignal): void {
    this.className = 'consent-card no-print';
    this.setAttribute('role', 'region');
    this.setAttribute('aria-labelledby', 'consent-title');
    const title = this.#part('h2', consentMessages.title);
    title.id = 'consent-title';
    const text = this.#part('p', `${consentMessages.text} `);
    const more = this.#part('a', consentMessages.more);
    more.href = `${paths.privacy}#${CONSENT_ANCHOR}`;
    const answers = this.#part('div', '');
    answers.className = 'consent-answers';
    for (const [label, isYes] of [
      [consentMessages.no, false],
      [consentMessages.yes, true],
    ] as const) {
      const button = this.#part('button', label);
      button.type = 'button';
      button.className = 'button line small';
      button.addEventListener('click', () => {
        answer({ analytics: isYes, ads: isYes });
        this.remove();
      });
      answers.append(button);
    }
    text.append(more);
    this.replaceChildren(title, text, answers);
    if (mayInterrupt() && this.#hasRoom()) {
      document.body.toggleAttribute('data-consent', true);
      signal.addEventListener('abort', () => document.body.removeAttribute('data-consent'));
      noteInterruption();
      this.#makeRoomLater(signal);
    } else {
      this.#moveToEnd();
      markShown('ever', storageKeys.consentDue);
    }
  }

  #moveToEnd(): void {
    this.classList.add('at-end');
    document.body.removeAttribute('data-consent');
  }

  #makeRoomLater(signal: AbortSignal): void {
    const watching = new AbortController();
    signal.addEventListener('abort', () => watching.abort());
    const checkPosition = () => {
      if (this.#hasRoom()) return;
      this.#moveToEnd();
      watching.abort();
    };
    addEventListener('scroll', checkPosition, { passive: true, signal: watching.signal });
    for (const type of ['click', 'input'])
      document.addEventListener(type, checkPosition, { passive: true, signal: watching.signal });
    // An element that appears later, such as a dialog or the chat button, may lie under the card or need its space.
    const parts = new MutationObserver(checkPosition);
    parts.observe(document.body, { childList: true });
    const size = new ResizeObserver(checkPosition);
    size.observe(document.body);
    watching.signal.addEventListener('abort', () => {
      parts.disconnect();
      size.disconnect();
    });
  }

  #hasRoom(): boolean {
    if (this.matches(':focus-within')) return true;
    if (scrollY > SCROLLED_PX || hasInteracted() || !overlay.isFree()) return false;
    if (innerWidth <= MOBILE_MAX_PX && document.querySelector('chat-launcher')) return false;
    const box = this.getBoundingClientRect();
    return box.width * box.height <= MAX_SHARE_OF_SCREEN * innerWidth * innerHeight && !liesOnChoice(box);
  }

  #part<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
    const part = document.createElement(name);
    part.textContent = text;
    return part;
  }
}
customElements.define('consent-card', ConsentCard);

/** Activates the choices on a privacy page. Each change is saved at once. */
export function showChoices(form: HTMLFormElement): void {
  const note = form.querySelector('[role="status"]');
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input')];
  const isRefused = asksNotToBeTracked();
  if (isRefused && note) note.textContent = choiceMessages.doNotTrack;
  const consent = readConsent();
  for (const box of boxes) {
    box.checked = consent?.[box.name as keyof Consent] ?? false;
    box.disabled = isRefused;
  }
  form.addEventListener('change', () => {
    const data = new FormData(form);
    const isSaved = answer({ analytics: data.has('analytics'), ads: data.has('ads') });
    if (!isSaved) for (const box of boxes) box.checked = false;
    if (note) note.textContent = isSaved ? choiceMessages.saved : choiceMessages.notSaved;
    document.querySelector('consent-card')?.remove();
  });
}
