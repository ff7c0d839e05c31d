import * as v from 'valibot';
import { storageKeys } from '../../config/paths.ts';
import { timing } from '../../config/timing.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { loadDraft, saveDraft, type Subject } from './api.ts';
import type { Definition } from './definition.ts';
import { words } from './messages.ts';
import type { Values } from './model.ts';
import { fromResponse } from './response.ts';

const Tokens = v.record(v.string(), v.string());

/** Tokens of this browser's answers, by form and party. What was answered stays with the database. */
const placeOf = ({ form_id, party_code }: Subject) => [form_id, party_code ?? ''].join(' ').trim();

export const tokenOf = (subject: Subject) =>
  readStored(storageKeys.forms, Tokens)?.[placeOf(subject)] ?? null;

export function rememberToken(subject: Subject, token: string): void {
  writeStored(storageKeys.forms, { ...readStored(storageKeys.forms, Tokens), [placeOf(subject)]: token });
}

/** What this family typed or sent before, or null. */
export async function before(
  { formId, fields }: Definition,
  token: string | null,
): Promise<{ values: Values; note: string } | null> {
  if (token === null) return null;
  const answer = await loadDraft(token);
  const stored = answer.ok ? answer.value : null;
  if (stored?.form_id !== formId) return null;
  return stored.status === 'draft'
    ? { values: stored.body.values, note: words.resumed }
    : { values: fromResponse(fields, stored.body), note: words.answered };
}

/** Saves a while after the last key, one save at a time; `stop` before sending, which takes the draft away. */
export function autosave(subject: Subject, onToken: (token: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();
  return {
    note: (values: Values): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(async () => {
          const answer = await saveDraft(subject, values);
          if (answer.ok) onToken(answer.value.token);
        });
      }, timing.FORM_SAVE_MS);
    },
    stop: async (): Promise<void> => {
      clearTimeout(timer);
      await running;
    },
  };
}
