import { PageElement } from './page-element.ts';

/** Around a dialog: what says so in it closes it, and a click beside it where that is allowed. */
export class PageDialog extends PageElement {
  protected override start(signal: AbortSignal): void {
    this.addEventListener(
      'click',
      ({ target }) => {
        if (!(target instanceof Element)) return;
        // Browsers without `closedby`: a click on the backdrop hits the dialog itself.
        const isBeside = target.matches('dialog[closedby]') && !('closedBy' in target);
        if (isBeside || target.closest('[data-closes]')) this.dialog?.close();
      },
      { signal },
    );
  }

  get dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog');
  }

  open(): void {
    if (this.dialog?.open === false) this.dialog.showModal();
  }
}

customElements.define('page-dialog', PageDialog);
