import { paths, storageKeys } from '#config/paths.ts';
import { asksNotToBeTracked, type Consent, readConsent } from '#browser/consent.ts';
import { mayInterrupt, noteInterruption } from '#browser/interruption.ts';
import { liesOnChoice } from '#browser/keep-clear.ts';
import { overlay } from '#browser/overlay.ts';
import { markShown } from '#browser/shown-marks.ts';
import { forget, writeText } from '#browser/text-storage.ts';
import { PageElement } from '../page-element.ts';
import { CONSENT_ANCHOR } from './anchor.ts';
import styles from './consent-card.css?inline';
import { choiceMessages, consentMessages } from './messages.ts';

/** Saves an answer and removes what a refusal no longer allows. Returns whether this browser could save it. */
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

/**
 * Asks at most once a visit, and only if nothing else interrupted the visitor and no booking was begun. Otherwise the
 * next visit asks.
 */
export function askConsent(): void {
  // A page with the choices in full does not ask again beside them.
  if (readConsent() !== null || document.querySelector('form[data-consent]')) return;
  if (!mayInterrupt() || !overlay.isFree()) {
    markShown('ever', storageKeys.consentDue);
    return;
  }
  // The card brings its own styles: the shared ones load only with code that queries the database.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  document.body.append(new ConsentCard());
}

/** A small card at the bottom that blocks nothing. It hides while it would cover a choice. */
class ConsentCard extends PageElement {
  #isSeen = false;

  protected override start(signal: AbortSignal): void {
    this.className = 'consent-card no-print';
    this.setAttribute('role', 'region');
    this.setAttribute('aria-labelledby', 'consent-title');
    const title = this.#part('h2', consentMessages.title);
    title.id = 'consent-title';
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
    this.replaceChildren(title, this.#part('p', consentMessages.text), answers, more);
    addEventListener('scroll', () => this.#stepAside(), { passive: true, signal });
    const watcher = new ResizeObserver(() => this.#stepAside());
    watcher.observe(document.body);
    signal.addEventListener('abort', () => watcher.disconnect());
  }

  #part<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
    const part = document.createElement(name);
    part.textContent = text;
    return part;
  }

  #stepAside(): void {
    const lies = !this.matches(':focus-within') && liesOnChoice(this.getBoundingClientRect());
    this.classList.toggle('aside', lies);
    if (lies || this.#isSeen) return;
    this.#isSeen = true;
    noteInterruption();
  }
}
customElements.define('consent-card', ConsentCard);

/** Activates the choices of a privacy page. Each change is saved at once. */
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
    const given = new FormData(form);
    const isSaved = answer({ analytics: given.has('analytics'), ads: given.has('ads') });
    if (!isSaved) for (const box of boxes) box.checked = false;
    if (note) note.textContent = isSaved ? choiceMessages.saved : choiceMessages.notSaved;
    document.querySelector('consent-card')?.remove();
  });
}
