import { PageElement } from './page-element.ts';

export class PageDialog extends PageElement {
  protected override start(signal: AbortSignal): void {
    this.addEventListener(
      'click',
      ({ target }) => {
        if (!(target instanceof Element)) return;
        // Browsers without `closedby` need this: a click on the backdrop has the dialog itself as its target.
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
