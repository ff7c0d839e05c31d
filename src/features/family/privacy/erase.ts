import { atom } from 'nanostores';
import { errorText } from '#api/error-text.ts';
import { freshSignInPath } from '#config/paths.ts';
import { createAction } from '#ui/kit/action.ts';
import { eraseFamily } from './api.ts';
import { ERASE_WORD, refusals } from './messages.ts';

export function createErase({
  changed,
  go = (path) => location.assign(path),
}: {
  changed: () => Promise<void>;
  go?: (path: string) => void;
}) {
  const $isConfirming = atom(false);
  const $typed = atom('');
  const $gaveUp = atom(false);
  const { $busy, $outcome, run } = createAction();
  /** What is missing: erasing requires a recent sign-in and, for some accounts, a second factor. */
  const $lacks = atom<'recent' | 'factor' | null>(null);
  /** The number of orders that stay in the books. Null until the family was erased. */
  const $erased = atom<number | null>(null);

  function setConfirming(isConfirming: boolean): void {
    $isConfirming.set(isConfirming);
    $typed.set('');
    $gaveUp.set(false);
    $outcome.set(null);
    $lacks.set(null);
  }

  /** Returns whether the family may be erased. `losesMoney` is true if the family would give something up. */
  const mayErase = (typedWord: string, gaveUp: boolean, losesMoney: boolean) =>
    typedWord.trim().toUpperCase() === ERASE_WORD && (gaveUp || !losesMoney);

  async function erase(losesMoney: boolean): Promise<void> {
    if (!mayErase($typed.get(), $gaveUp.get(), losesMoney)) return;
    await run(async () => {
      $lacks.set(null);
      const answer = await eraseFamily(losesMoney && $gaveUp.get());
      if (answer.ok) $erased.set(answer.value.orders_retained);
      else if (answer.code === 'sign_in_again') $lacks.set('recent');
      else if (answer.code === 'second_factor_needed') $lacks.set('factor');
      else {
        if (answer.code === 'family_in_use' || answer.code === 'family_outstanding') await changed();
        return { tone: 'bad', text: await errorText(answer.code, refusals) };
      }
      return null;
    });
  }

  return {
    $isConfirming,
    $typed,
    $gaveUp,
    $busy,
    $outcome,
    $lacks,
    $erased,
    setConfirming,
    mayErase,
    erase,
    /** Opens the sign-in page, which returns here. A dialog is not enough. */
    signInAgain: () => go(freshSignInPath(`${location.pathname}#erase`)),
  };
}
export type Erase = ReturnType<typeof createErase>;
