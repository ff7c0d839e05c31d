import { atom, computed } from 'nanostores';
import * as timing from '#config/timing.ts';
import type { Faults } from '#domain/fault.ts';
import { createFaults } from '../../people/faults.ts';
import { checkFields } from './check.ts';
import { keepDraft, readDraft } from './draft.ts';
import type { SheetField, Values } from './field.ts';

/**
 * A profile in steps: the saved values, and over them what was typed. Only changed fields are sent, together with the
 * values that were read, so that two parents who edit at once see each other's changes.
 */
export function createSheet(of: string, today: () => string) {
  const $saved = atom<Values>({});
  const $typed = atom<Values>({});
  /** True if text typed on an earlier visit was restored. */
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

  /** Saves pending drafts at once, because the page may be closing. */
  function flush(): void {
    clearTimeout(saving);
    saving = undefined;
    keepDraft(of, $typed.get());
  }

  /** The changed values of a step by path, or null if it has errors, which are then shown. */
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

  /** Call it when these values are saved in the database. */
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
