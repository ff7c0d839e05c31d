import { atom, computed } from 'nanostores';
import * as timing from '#config/timing.ts';
import type { Faults } from '#domain/fault.ts';
import { createFaults } from '../../people/faults.ts';

/** A draft, which saves text that was typed but not sent. If a form has none, what was typed is only in memory. */
export interface Draft<Values> {
  /** Returns the draft. If this is missing, the owner of the form restores the draft. */
  read?: () => { [Key in keyof Values]?: Values[Key] | undefined };
  /** Saves the draft. It is called with an empty object once everything was sent. */
  write: (typed: Partial<Values>) => void;
}

/** The request for the typed values, or their errors. If there is neither, nothing has to be sent. */
export interface CheckedForm<Body> {
  faults: Faults;
  body: Body | null;
}

export interface StateRules<Values, Body> {
  empty: Values;
  draft?: Draft<Values>;
  /**
   * Checks the values. It returns a promise if the checks are loaded on demand. `check` rejects if they cannot be
   * loaded.
   */
  read: (values: Values, typed: Partial<Values>) => CheckedForm<Body> | Promise<CheckedForm<Body>>;
}

/**
 * Creates the state of a form. Typed values are separate from the saved values. Only a successful request or a reset
 * clears them.
 */
export function createFormState<Body, Values extends object>({
  empty,
  draft,
  read,
}: StateRules<Values, Body>) {
  const $saved = atom<Values>(empty);
  const $typed = atom<Partial<Values>>({});
  const $values = computed([$saved, $typed], (saved, typed): Values => ({ ...saved, ...typed }));
  /** True if text from an earlier visit was restored. */
  const $isRestored = atom(false);
  const { $faults, $failedSubmits, reject, clearFaults } = createFaults();
  let saving: ReturnType<typeof setTimeout> | undefined;

  /** Shows saved values. The draft and what was typed so far take precedence over them. */
  function open(saved: Values): void {
    $saved.set(saved);
    const restored = changedFrom(saved, draft?.read?.() ?? {});
    $typed.set({ ...restored, ...$typed.get() });
    $isRestored.set(Object.keys(restored).length > 0);
  }

  /** Fills in values that the user did not type. Errors do not change, and the draft is not saved. */
  const fill = (patch: Partial<Values>): void =>
    $typed.set(changedFrom($saved.get(), { ...$typed.get(), ...patch }));

  /** Changes values. `cleared` names further fields whose errors this change removes. */
  function change(patch: Partial<Values>, ...cleared: string[]): void {
    fill(patch);
    clearFaults(...Object.keys(patch), ...cleared);
    if (draft) saving ??= setTimeout(write, timing.DRAFT_SAVE_MS);
  }

  function write(): void {
    clearTimeout(saving);
    saving = undefined;
    draft?.write($typed.get());
  }

  /** Saves the draft at once, because the page may be closing. */
  function flush(): void {
    if (saving !== undefined) write();
  }

  /**
   * Records that values are saved in the database. `done` names the fields that were sent. By default, these are all
   * fields.
   */
  function markSaved(values: Values, done: readonly string[] = Object.keys(values)): void {
    $saved.set(values);
    const unsent = Object.entries($typed.get()).filter(([key]) => !done.includes(key));
    $typed.set(changedFrom(values, Object.fromEntries(unsent) as Partial<Values>));
    $isRestored.set(false);
    write();
  }

  /** Shows the errors that the checks find, and returns the request if there are none. */
  async function check(): Promise<CheckedForm<Body>> {
    const checked = await read($values.get(), $typed.get());
    if (isEmpty(checked.faults)) $faults.set({});
    else reject(checked.faults);
    return checked;
  }

  return {
    $values,
    $saved,
    $typed,
    $isRestored,
    $faults,
    $failedSubmits,
    open,
    fill,
    change,
    flush,
    saved: markSaved,
    check,
    reject,
    clearFaults,
  };
}

export const isEmpty = (faults: Faults): boolean => Object.keys(faults).length === 0;

const changedFrom = <Values extends object>(saved: Values, typed: object): Partial<Values> =>
  Object.fromEntries(
    Object.entries(typed).filter(([key, value]) => value !== (key in saved ? Reflect.get(saved, key) : '')),
  ) as Partial<Values>;
