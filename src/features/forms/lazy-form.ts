import { readText } from '#browser/text-storage.ts';
import { PageElement } from '#ui/page-element.ts';

/** A form whose script loads when the visitor touches it, or at once if there is a draft to continue. */
export class LazyForm extends PageElement {
  #loading: Promise<boolean> | undefined;
  #isLoaded = false;

  protected override start(signal: AbortSignal): void {
    const form = this.querySelector('form');
    if (!form) return;
    form.noValidate = true;
    form.addEventListener('focusin', () => void this.#loadForm(form), { once: true, signal });
    form.addEventListener('submit', (event) => this.#submitWhenLoaded(event, form), { signal });
    const { draft } = form.dataset;
    if (draft !== undefined && readText(draft) !== null) void this.#loadForm(form);
  }

  /** Loads the script. Returns whether that succeeded. If not, sending tries again. */
  #loadForm(form: HTMLFormElement): Promise<boolean> {
    this.#loading ??= import('./enquiry-form.ts').then(
      ({ startEnquiry }) => {
        startEnquiry(form);
        return (this.#isLoaded = true);
      },
      () => {
        this.#loading = undefined;
        return false;
      },
    );
    return this.#loading;
  }

  #submitWhenLoaded(event: Event, form: HTMLFormElement): void {
    if (this.#isLoaded) return;
    event.preventDefault();
    void this.#loadForm(form).then((ready) => {
      if (ready) form.requestSubmit();
      else form.querySelector('[data-load-failed]')?.removeAttribute('hidden');
    });
  }
}

customElements.define('lazy-form', LazyForm);
