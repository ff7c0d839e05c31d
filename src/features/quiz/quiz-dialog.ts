import { showFailed } from '#ui/failed/failed.ts';
import { PageDialog } from '#ui/page-dialog.ts';

/** The dialog of the quiz. Any `[data-open="quiz"]` opens it. The quiz itself loads at that moment. */
export class QuizDialog extends PageDialog {
  protected override start(signal: AbortSignal): void {
    super.start(signal);
    document.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('[data-open="quiz"]')) void this.#ask();
      },
      { signal },
    );
  }

  async #ask(): Promise<void> {
    await import('./quiz-steps.ts').catch(() => {
      if (this.dialog) showFailed(this.dialog);
    });
    this.open();
  }
}

customElements.define('quiz-dialog', QuizDialog);
