import { storageKeys } from '../../config/paths.ts';
import { readText } from '../../browser/text-storage.ts';
import { PageElement } from '../../ui/page-element.ts';

const isSignedIn = () => readText(storageKeys.auth) !== null;

/** Around the pass dialog, which is fetched when somebody signed in presses a pass's button (`[data-pass]`). */
export class PassOpener extends PageElement {
  #wasSignedIn = false;

  protected override start(signal: AbortSignal): void {
    // A session that ended meanwhile, and was forgotten by what renews it: the dialog says so.
    this.#wasSignedIn = isSignedIn();
    document.addEventListener('click', (event) => this.#press(event), { signal });
  }

  /** A visitor's press follows its link, and nothing is fetched for it. */
  #press(event: MouseEvent): void {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const button = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-pass]') : null;
    const dialog = this.querySelector('pass-dialog');
    if (!button || !dialog || ctrlKey || metaKey || shiftKey) return;
    if (!this.#wasSignedIn && !isSignedIn()) return;
    event.preventDefault();
    void import('./pass-dialog.ts').then(
      ({ PassDialog }) => {
        if (dialog instanceof PassDialog) void dialog.ask(button);
      },
      () => location.assign(button.href),
    );
  }
}

customElements.define('pass-opener', PassOpener);
