import { PageDialog } from '#ui/page-dialog.ts';
import { whenVisible } from '#ui/when-visible.ts';

const load = () => import('./reserve.ts');

/**
 * The dialog of a reservation. The form's script loads when the button comes into view, so that the form works even if
 * the network is lost later.
 */
export class ReserveDialog extends PageDialog {
  protected override start(signal: AbortSignal): void {
    super.start(signal);
    const opener = document.querySelector<HTMLElement>('[data-reserve-open]');
    if (!opener) return;
    whenVisible(opener, () => void load().catch(() => undefined), { signal });
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

  /**
   * Says that the form could not be loaded. A browser does not request a failed script again, so the page must be
   * reloaded.
   */
  #sayUnreached(dialog: HTMLDialogElement): void {
    for (const field of dialog.querySelectorAll<HTMLElement>('.field, [type="submit"]')) field.hidden = true;
    const problem = dialog.querySelector<HTMLElement>('[data-reserve-problem]');
    if (problem) {
      problem.hidden = false;
      problem.textContent = problem.dataset['loadFailed'] ?? '';
    }
    this.open();
  }
}

customElements.define('reserve-dialog', ReserveDialog);
