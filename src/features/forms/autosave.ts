import * as v from 'valibot';
import * as rareKeys from '#config/rare-storage-keys.ts';
import * as timing from '#config/timing.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { loadDraft, saveDraft, saveDraftLeaving, type Subject } from './api.ts';
import type { Definition } from './definition.ts';
import { formMessages } from './messages.ts';
import type { Values } from './model.ts';
import { fromResponse } from './response.ts';

const Tokens = v.record(v.string(), v.string());

/**
 * Returns the key of a token. The browser saves only tokens, by form and party. The answers themselves are in the
 * database.
 */
const tokenKey = ({ form_id, party_code }: Subject) => [form_id, party_code ?? ''].join(' ').trim();

export const tokenOf = (subject: Subject) => readStored(rareKeys.forms, Tokens)?.[tokenKey(subject)] ?? null;

export function rememberToken(subject: Subject, token: string): void {
  writeStored(rareKeys.forms, { ...readStored(rareKeys.forms, Tokens), [tokenKey(subject)]: token });
}

export async function readSavedValues(
  { formId, fields }: Definition,
  token: string | null,
): Promise<{ values: Values; note: string; sent: boolean } | null> {
  if (token === null) return null;
  const answer = await loadDraft(token);
  const savedForm = answer.ok ? answer.value : null;
  if (savedForm?.form_id !== formId) return null;
  return savedForm.status === 'draft'
    ? { values: savedForm.body.values, note: formMessages.resumed, sent: false }
    : { values: fromResponse(fields, savedForm.body), note: formMessages.answered, sent: true };
}

/**
 * Saves a draft while it is typed. Only one save runs at a time. The first one starts at once, because it returns the
 * token. Call `stop` before sending the form, which deletes the draft.
 */
export function autosave(subject: Subject, onToken: (token: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: Values | null = null;
  let running = Promise.resolve();
  let hasSaved = subject.token !== null;

  const takeUnsaved = (): Values | null => {
    clearTimeout(timer);
    const values = waiting;
    waiting = null;
    return values;
  };
  function save(): void {
    const values = takeUnsaved();
    if (!values) return;
    running = running.then(async () => {
      const answer = await saveDraft(subject, values);
      if (answer.ok) onToken(answer.value.token);
      else waiting ??= values;
    });
  }
  function saveOnLeave(): void {
    // If there is no token, the draft could not be found again.
    const values = subject.token === null ? null : takeUnsaved();
    if (values) saveDraftLeaving(subject, values);
  }
  addEventListener('pagehide', saveOnLeave);
  addEventListener('online', save);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveOnLeave();
  });

  return {
    note: (values: Values): void => {
      clearTimeout(timer);
      waiting = values;
      if (hasSaved) timer = setTimeout(save, timing.FORM_SAVE_MS);
      else save();
      hasSaved = true;
    },
    stop: async (): Promise<void> => {
      takeUnsaved();
      await running;
      takeUnsaved();
    },
  };
}
