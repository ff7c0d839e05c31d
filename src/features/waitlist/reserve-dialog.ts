import { PageDialog } from '#ui/page-dialog.ts';
import { whenSeen } from '#ui/when-seen.ts';

const load = () => import('./reserve.ts');

/**
 * Reserve Your Spot. The conversation comes when its button is in view, so that it is there should the network go;
 * where it could not come the dialog says so.
 */
export class ReserveDialog extends PageDialog {
  protected override start(signal: AbortSignal): void {
    super.start(signal);
    const opener = document.querySelector<HTMLElement>('[data-reserve-open]');
    if (!opener) return;
    whenSeen(opener, () => void load().catch(() => undefined), { signal });
    opener.addEventListener('click', () => this.#ask(), { signal });
  }

  #ask(): void {
    const { dialog } = this;
    if (!dialog) return;
    void load().then(
      ({ openReserve }) => openReserve(dialog),
      () => this.#sayUnreached(dialog),
    );
  }

  /** A browser does not ask twice for a script that failed: the page must be loaded again, so nothing is typed here. */
  #sayUnreached(dialog: HTMLDialogElement): void {
    for (const part of dialog.querySelectorAll<HTMLElement>('.field, [type="submit"]')) part.hidden = true;
    const problem = dialog.querySelector<HTMLElement>('[data-reserve-problem]');
    if (problem) {
      problem.hidden = false;
      problem.textContent = problem.dataset['late'] ?? '';
    }
    this.open();
  }
}

customElements.define('reserve-dialog', ReserveDialog);
