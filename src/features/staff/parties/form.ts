import { PartyFields } from '#contract/management-parties.ts';
import type { Answer } from '#api/errors.ts';
import { errorText } from '#api/error-text.ts';
import { createForm } from '#ui/kit/form/form.ts';
import type { Message } from '#ui/kit/action.ts';
import { refusals } from './messages.ts';
import { bodyOf, faultsOf, fieldOf, movedIn, type PartyDraft } from './model.ts';

interface Rules<Value> {
  before: PartyDraft;
  /** The start before the change. It may be in the past. */
  wasAt?: string;
  /**
   * Saves the party. If `notify` is true, guests get an e-mail, because the day, the hours or the place have changed.
   */
  send: (party: PartyFields, notify: boolean) => Promise<Answer<Value> | null>;
  onSent: (value: Value) => void;
}

export function createPartyForm<Value>({ before, wasAt, send, onSent }: Rules<Value>) {
  return createForm(PartyFields, {
    empty: { ...before, notify: true },
    read: (draft) => {
      const faults = faultsOf(draft, wasAt ?? null);
      return { faults, body: Object.keys(faults).length > 0 ? null : bodyOf(draft) };
    },
    send: (party, { notify, ...draft }) => send(party, notify && movedIn(draft, before)),
    onSent: (value: Value) => {
      onSent(value);
      return null;
    },
    onRefused: async ({ code }): Promise<Message> => ({ tone: 'bad', text: await errorText(code, refusals) }),
    fieldOf,
  });
}
export type PartyFormStore = Pick<
  ReturnType<typeof createPartyForm>,
  '$values' | '$saved' | '$faults' | '$failedSubmits' | '$busy' | '$outcome' | 'change' | 'submit'
>;
