import { atom, computed } from 'nanostores';
import * as timing from '#config/timing.ts';
import type { Faults } from '#domain/fault.ts';
import { createFaults } from '../../people/faults.ts';

/** Where text that was typed but not sent is saved. Without it the form is only in memory. */
export interface Draft<Values> {
  /** Without it the owner of the form restores the draft. */
  read?: () => { [Key in keyof Values]?: Values[Key] | undefined };
  /** Empty once everything was sent. */
  write: (typed: Partial<Values>) => void;
}

/** What was typed as a request, or its faults. `body` null without faults: there is nothing to send. */
export interface Checked<Body> {
  faults: Faults;
  body: Body | null;
}

export interface StateRules<Values, Body> {
  empty: Values;
  draft?: Draft<Values>;
  /** A promise if the checks are loaded late; `check` rejects if they cannot be loaded. */
  read: (values: Values, typed: Partial<Values>) => Checked<Body> | Promise<Checked<Body>>;
}

/** What was typed lies over the saved values, and only a successful request or a reset clears it. */
export function createFormState<Body, Values extends object>({
  empty,
  draft,
  read,
}: StateRules<Values, Body>) {
  const $saved = atom<Values>(empty);
  const $typed = atom<Partial<Values>>({});
  const $values = computed([$saved, $typed], (saved, typed): Values => ({ ...saved, ...typed }));
  /** True if text typed on an earlier visit was restored. */
  const $isBack = atom(false);
  const { $faults, $refusals, reject, clearFaults } = createFaults();
  let saving: ReturnType<typeof setTimeout> | undefined;

  /** Shows these values, and over them the draft and what was typed so far. */
  function open(saved: Values): void {
    $saved.set(saved);
    const back = changedFrom(saved, draft?.read?.() ?? {});
    $typed.set({ ...back, ...$typed.get() });
    $isBack.set(Object.keys(back).length > 0);
  }

  /** Puts in what nobody typed: errors stay, and it is no reason to save the draft. */
  const fill = (patch: Partial<Values>): void =>
    $typed.set(changedFrom($saved.get(), { ...$typed.get(), ...patch }));

  /** `mended`: further fields whose errors this change clears. */
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

  /** Saves what the draft does not have yet at once, because the page may be closing. */
  function flush(): void {
    if (saving !== undefined) write();
  }

  /** Call it when these values are saved in the database. `done`: the fields that were sent; the default is all. */
  function saved(values: Values, done: readonly string[] = Object.keys(values)): void {
    $saved.set(values);
    const left = Object.entries($typed.get()).filter(([key]) => !done.includes(key));
    $typed.set(changedFrom(values, Object.fromEntries(left) as Partial<Values>));
    $isBack.set(false);
    write();
  }

  /** Shows the errors that the checks find. Without errors it returns the request. */
  async function check(): Promise<Checked<Body>> {
    const checked = await read($values.get(), $typed.get());
    if (isEmpty(checked.faults)) $faults.set({});
    else reject(checked.faults);
    return checked;
  }

  return {
    $values,
    $saved,
    $typed,
    $isBack,
    $faults,
    $refusals,
    open,
    fill,
    change,
    flush,
    saved,
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
