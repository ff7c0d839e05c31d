import { storageKeys } from '#config/paths.ts';
import { readText } from '#browser/text-storage.ts';
import { PageElement } from '#ui/page-element.ts';

/** Around the enquiry's form: its script comes when somebody touches it, or has something to go on with. */
export class BirthdayEnquiry extends PageElement {
  #loading: Promise<boolean> | undefined;
  #isAlive = false;

  protected override start(signal: AbortSignal): void {
    const form = this.querySelector('form');
    if (!form) return;
    form.noValidate = true;
    form.addEventListener('focusin', () => void this.#bringAlive(form), { once: true, signal });
    form.addEventListener('submit', (event) => this.#sendLate(event, form), { signal });
    if (readText(storageKeys.enquiry) !== null) void this.#bringAlive(form);
  }

  /** Answers whether it could be had; where not, sending tries again. */
  #bringAlive(form: HTMLFormElement): Promise<boolean> {
    this.#loading ??= import('./enquiry-form.ts').then(
      ({ startEnquiry }) => {
        startEnquiry(form);
        return (this.#isAlive = true);
      },
      () => {
        this.#loading = undefined;
        return false;
      },
    );
    return this.#loading;
  }

  /** Sent before the script was there: it comes, and sends then. */
  #sendLate(event: Event, form: HTMLFormElement): void {
    if (this.#isAlive) return;
    event.preventDefault();
    void this.#bringAlive(form).then((ready) => {
      if (ready) form.requestSubmit();
      else form.querySelector('[data-late]')?.removeAttribute('hidden');
    });
  }
}

customElements.define('birthday-enquiry', BirthdayEnquiry);
