import { atom, computed } from 'nanostores';
import * as timing from '#config/timing.ts';
import type { Faults } from '#domain/fault.ts';
import { createFaults } from '../../people/faults.ts';
import { checkFields } from './check.ts';
import { keepDraft, readDraft } from './draft.ts';
import type { SheetField, Values } from './field.ts';

/**
 * A profile in steps: what stands in the database, and over it what was typed. Only what differs is sent, with what
 * stood there when it was read, so that two parents at once see what the other wrote.
 */
export function createSheet(of: string, today: () => string) {
  const $saved = atom<Values>({});
  const $typed = atom<Values>({});
  /** Something typed on an earlier visit stands here again. */
  const $isBack = atom(false);
  const { $faults, $refusals, reject, mend } = createFaults();
  const $values = computed([$saved, $typed], (saved, typed): Values => ({ ...saved, ...typed }));
  let saving: ReturnType<typeof setTimeout> | undefined;

  function open(saved: Values): void {
    $saved.set(saved);
    const draft = changedFrom(saved, readDraft(of));
    $typed.set({ ...draft, ...$typed.get() });
    $isBack.set(Object.keys(draft).length > 0);
  }

  function type(path: string, text: string): void {
    $typed.set(changedFrom($saved.get(), { ...$typed.get(), [path]: text }));
    mend(path);
    saving ??= setTimeout(flush, timing.DRAFT_SAVE_MS);
  }

  /** Writes at once what is still waiting: the page may be leaving. */
  function flush(): void {
    clearTimeout(saving);
    saving = undefined;
    keepDraft(of, $typed.get());
  }

  /** What a step changes, by path; null where something is wrong with it, and said. */
  function changes(fields: readonly SheetField[]): Values | null {
    const faults = checkFields(fields, $values.get(), today());
    if (Object.keys(faults).length > 0) {
      reject(faults);
      return null;
    }
    $faults.set({});
    const typed = $typed.get();
    const paths = new Set(fields.map(({ path }) => path));
    return Object.fromEntries(Object.entries(typed).filter(([path]) => paths.has(path)));
  }

  /** These are in the database now. */
  function saved(values: Values, done: readonly string[]): void {
    $saved.set(values);
    const left = Object.entries($typed.get()).filter(([path]) => !done.includes(path));
    $typed.set(changedFrom(values, Object.fromEntries(left)));
    $isBack.set(false);
    flush();
  }

  const refuse = (faults: Faults) => reject(faults);

  return {
    $values,
    $saved,
    $typed,
    $isBack,
    $faults,
    $refusals,
    open,
    type,
    flush,
    changes,
    saved,
    refuse,
    mend,
  };
}

const changedFrom = (saved: Values, typed: Values): Values =>
  Object.fromEntries(Object.entries(typed).filter(([path, text]) => text !== (saved[path] ?? '')));
