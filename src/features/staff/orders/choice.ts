import type { CancelledByUsChoice } from '#contract/after-sale.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { CancelledByUsPreview } from '#contract/management-orders.ts';
import { atom } from 'nanostores';
import * as api from './api.ts';

/** The line about which the family chose. `preview` is null while it loads. */
export interface OpenChoice {
  lineId: string;
  preview: CancelledByUsPreview | null;
}

/**
 * Creates the store of a choice. `resolve` sends the choice as an action of the order, and returns whether it was
 * done.
 */
export function createChoice(
  resolve: (lineId: string, choice: CancelledByUsChoice, shownCents: number) => Promise<boolean>,
  onRefused: (code: ErrorCode) => void,
) {
  const $choice = atom<OpenChoice | null>(null);
  const closeChoice = () => $choice.set(null);

  async function open(lineId: string): Promise<void> {
    const openChoice: OpenChoice = { lineId, preview: null };
    $choice.set(openChoice);
    const answer = await api.previewChoice(lineId);
    // Another line may have been opened while this one loaded.
    if ($choice.get() !== openChoice) return;
    if (answer.ok) $choice.set({ lineId, preview: answer.value });
    else {
      closeChoice();
      onRefused(answer.code);
    }
  }

  async function choose(choice: CancelledByUsChoice): Promise<void> {
    const shownChoice = $choice.get();
    if (!shownChoice?.preview) return;
    const { lineId, preview } = shownChoice;
    const isDone = await resolve(lineId, choice, preview.refund_cents);
    if ($choice.get() !== shownChoice) return;
    if (isDone) closeChoice();
    else {
      // The camps and the amount may have changed, so the preview is read again. The reason stays above
      // the form.
      const answer = await api.previewChoice(lineId);
      if ($choice.get() === shownChoice) $choice.set(answer.ok ? { lineId, preview: answer.value } : null);
    }
  }

  return { $choice, open, leave: closeChoice, choose };
}
