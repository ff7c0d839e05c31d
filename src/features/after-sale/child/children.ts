import type { ChildDetails } from '#contract/after-sale.ts';
import { atom, type WritableAtom } from 'nanostores';
import { report } from '#browser/report.ts';
import { saveChild } from '../api.ts';
import { createFaults } from '#ui/people/faults.ts';
import { detailsOf, type ChildAnswers } from './child.ts';
import { childNotes, errorText } from '../messages.ts';
import type { Note } from '../state.ts';

interface Needs {
  token: string | null;
  $busy: WritableAtom<boolean>;
  $note: WritableAtom<Note | null>;
  onSaved: (child: number) => void;
}

/**
 * The forms for new details of children. What is typed is never stored in the browser, and what is known is never
 * shown.
 */
export function createChildren({ token, $busy, $note, onSaved }: Needs) {
  /** Place in the order of the child whose form is open. */
  const $open = atom<number | null>(null);
  const { $faults, $refusals, reject, mend } = createFaults();

  function open(child: number | null): void {
    $open.set(child);
    $faults.set({});
    $refusals.set(0);
    $note.set(null);
  }

  async function save(child: number, name: string, answers: ChildAnswers): Promise<void> {
    const { faults, details } = detailsOf(answers);
    if (Object.keys(faults).length > 0) reject(faults);
    else await send(child, name, details);
  }

  async function send(child: number, name: string, details: ChildDetails): Promise<void> {
    if ($busy.get() || token === null) return;
    $busy.set(true);
    $faults.set({});
    $note.set(null);
    const answer = await saveChild(token, child, details);
    $busy.set(false);
    if (answer.ok) {
      $open.set(null);
      onSaved(child);
      $note.set({ tone: 'calm', text: childNotes.saved(name) });
      return;
    }
    const field = answer.code === 'invalid_input' ? answer.field?.replace(/^p_details\./, '') : undefined;
    if (
      field &&
      /^(allergies|medications|medical_conditions|physical_limitations|(pickup|emergency)_\w+\[)/.test(field)
    ) {
      reject({ [field]: { kind: 'not_accepted' } });
      return;
    }
    if (answer.code === 'unexpected') report('Details of a child could not be saved');
    $note.set({
      tone: 'bad',
      text: answer.code === 'order_closed' ? childNotes.waiting : await errorText(answer.code),
      help: answer.code !== 'rate_limited' && answer.code !== 'order_closed',
    });
  }

  return { $open, $faults, $refusals, open, mend, save };
}
