import { PageDialog } from '../../ui/page-dialog.ts';

/** A popup: a dialog of one face or two, whose pictures give way to their emoji where they cannot be had. */
export class PopupDialog extends PageDialog {
  protected override start(signal: AbortSignal): void {
    super.start(signal);
    this.addEventListener('click', ({ target }) => this.#press(target), { signal });
    this.addEventListener('error', onBrokenPicture, { capture: true, signal });
  }

  /** Opens it on its first face. */
  override open(): void {
    this.#turnTo('first');
    // The browser gives the focus back to where it was when the dialog closes.
    super.open();
    // Begins with what it is about, not with its cross.
    this.querySelector<HTMLElement>('h2')?.focus();
  }

  #press(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    const panel = target.closest<HTMLElement>('[data-panel-to]')?.dataset['panelTo'];
    if (panel) this.#turnTo(panel)?.focus();
    else if (target.closest('[data-reloads]')) location.reload();
  }

  /** Answers the heading of the face that shows. */
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

/** As the pages do it: emoji and label take the place. */
function onBrokenPicture({ target }: Event): void {
  if (!(target instanceof HTMLImageElement)) return;
  const frame = target.closest('[data-picture]');
  const missing = frame?.querySelector<HTMLElement>('.picture-missing');
  if (!missing) {
    target.hidden = true;
    return;
  }
  missing.hidden = false;
  for (const shown of frame?.querySelectorAll('picture, .picture-blur') ?? []) shown.remove();
}

customElements.define('popup-dialog', PopupDialog);
