import { ChildDetails } from '#contract/after-sale.ts';
import { atom } from 'nanostores';
import { report } from '#browser/report.ts';
import type { Action } from '#ui/kit/action.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { saveChild } from '../api.ts';
import { childNotes, errorText } from '../messages.ts';
import type { Note } from '../state.ts';
import { buildDetails, noAnswers } from './child.ts';

interface Needs {
  token: string | null;
  action: Action<Note>;
  onSaved: (child: number) => void;
}

/** Creates the store of the children's details. They are about health, so they are never stored in the browser. */
export function createChildren({ token, action, onSaved }: Needs) {
  const $open = atom<number | null>(null);
  let sent = { child: 0, name: '' };
  const form = createForm(ChildDetails, {
    empty: noAnswers,
    action,
    read: buildDetails,
    send: async (details) => (token === null ? null : saveChild(token, sent.child, details)),
    onSent: (): Note => {
      $open.set(null);
      onSaved(sent.child);
      return { tone: 'calm', text: childNotes.saved(sent.name) };
    },
    onRefused: async (refusal): Promise<Note> => {
      const { code } = refusal;
      if (code === 'unexpected') report('Details of a child could not be saved');
      return {
        tone: 'bad',
        text: code === 'order_closed' ? childNotes.waiting : await errorText(refusal),
        help: code !== 'rate_limited' && code !== 'order_closed',
      };
    },
    fieldOf: (path) => (FIELDS.test(path) ? path : null),
  });

  function open(child: number | null): void {
    $open.set(child);
    form.saved(noAnswers);
    form.clearErrors();
  }

  async function save(child: number, name: string): Promise<void> {
    sent = { child, name };
    await form.submit();
  }

  return { $open, form, open, save };
}

const FIELDS = /^(allergies|medications|medical_conditions|physical_limitations|(pickup|emergency)_\w+\[)/;
