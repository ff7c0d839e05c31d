import { dispatch } from '#browser/window-events.ts';
import { PageDialog } from '#ui/page-dialog.ts';

export class PopupDialog extends PageDialog {
  protected override start(signal: AbortSignal): void {
    super.start(signal);
    this.addEventListener('click', ({ target }) => this.#press(target), { signal });
    // A drawing that fails to load is hidden. Pictures from the content have a placeholder.
    this.addEventListener(
      'error',
      ({ target }) => {
        if (target instanceof HTMLImageElement && !target.closest('content-picture')) target.hidden = true;
      },
      { capture: true, signal },
    );
  }

  override open(): void {
    this.#turnTo('first');
    super.open();
    // The browser would focus the close button, so the heading takes the focus.
    this.querySelector<HTMLElement>('h2')?.focus();
  }

  #press(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    const panel = target.closest<HTMLElement>('[data-panel-to]')?.dataset['panelTo'];
    if (panel) this.#turnTo(panel)?.focus();
    else if (target.closest('[data-reloads]')) location.reload();
    else if (target.closest('[data-asks]')) {
      target.closest('ask-assistant')?.setAttribute('data-wanted', '');
      dispatch('askAssistant');
    }
  }

  #turnTo(name: string): HTMLElement | null {
    let heading: HTMLElement | null = null;
    for (const panel of this.querySelectorAll<HTMLElement>('[data-panel]')) {
      panel.hidden = panel.dataset['panel'] !== name;
      if (!panel.hidden) heading = panel.querySelector('h2');
    }
    if (heading) this.dialog?.setAttribute('aria-labelledby', heading.id);
    return heading;
  }
}

customElements.define('popup-dialog', PopupDialog);
