import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { loadDraft, saveDraft, saveDraftLeaving, type Subject } from './api.ts';
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
): Promise<{ values: Values; note: string; sent: boolean } | null> {
  if (token === null) return null;
  const answer = await loadDraft(token);
  const stored = answer.ok ? answer.value : null;
  if (stored?.form_id !== formId) return null;
  return stored.status === 'draft'
    ? { values: stored.body.values, note: words.resumed, sent: false }
    : { values: fromResponse(fields, stored.body), note: words.answered, sent: true };
}

/**
 * Saves a while after the last key, one save at a time. The first one is at once, for its token; what still waits when
 * the page is left, or when there is no line, is saved then. `stop` before sending, which takes the draft away.
 */
export function autosave(subject: Subject, onToken: (token: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: Values | null = null;
  let running = Promise.resolve();
  let begun = subject.token !== null;

  const take = (): Values | null => {
    clearTimeout(timer);
    const values = waiting;
    waiting = null;
    return values;
  };
  function save(): void {
    const values = take();
    if (!values) return;
    running = running.then(async () => {
      const answer = await saveDraft(subject, values);
      if (answer.ok) onToken(answer.value.token);
      else waiting ??= values;
    });
  }
  function leave(): void {
    // Without a token nobody would find it again.
    const values = subject.token === null ? null : take();
    if (values) saveDraftLeaving(subject, values);
  }
  addEventListener('pagehide', leave);
  addEventListener('online', save);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });

  return {
    note: (values: Values): void => {
      clearTimeout(timer);
      waiting = values;
      if (begun) timer = setTimeout(save, timing.FORM_SAVE_MS);
      else save();
      begun = true;
    },
    stop: async (): Promise<void> => {
      take();
      await running;
      take();
    },
  };
}
