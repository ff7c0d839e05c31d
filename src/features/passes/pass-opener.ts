import { storageKeys } from '#config/paths.ts';
import { readText } from '#browser/text-storage.ts';
import { PageElement } from '#ui/page-element.ts';
import { drawBusy } from './draw-busy.ts';

const isSignedIn = () => readText(storageKeys.auth) !== null;

/** Opens the pass dialog, which is loaded when a signed-in parent presses a pass's button (`[data-pass]`). */
export class PassOpener extends PageElement {
  #wasSignedIn = false;

  protected override start(signal: AbortSignal): void {
    // An expired session may be removed before the click, so this remembers whether there was one. If there was, the
    // dialog asks the parent to sign in.
    this.#wasSignedIn = isSignedIn();
    document.addEventListener('click', (event) => this.#press(event), { signal });
    const pressedPass = window.pressedPass;
    window.pressedPass = 'answered';
    if (pressedPass instanceof HTMLAnchorElement) this.#ask(pressedPass);
  }

  /** Handles a press on a pass. If a visitor presses, the browser follows the link and nothing is loaded. */
  #press(event: MouseEvent): void {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const button = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-pass]') : null;
    if (!button || ctrlKey || metaKey || shiftKey) return;
    if (!this.#wasSignedIn && !isSignedIn()) return;
    event.preventDefault();
    this.#ask(button);
  }

  #ask(button: HTMLAnchorElement): void {
    const dialog = this.querySelector('pass-dialog');
    drawBusy(button, true);
    void import('./pass-dialog.ts').then(
      ({ PassDialog }) => {
        if (dialog instanceof PassDialog) void dialog.ask(button);
      },
      () => {
        drawBusy(button, false);
        location.assign(button.href);
      },
    );
  }
}

customElements.define('pass-opener', PassOpener);
