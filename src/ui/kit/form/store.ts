import { atom, computed } from 'nanostores';
import * as timing from '#config/timing.ts';
import type { Fault, Faults } from '#domain/fault.ts';
import { createFaults } from '../../people/faults.ts';
import { type Action, createAction, type Message } from '../action.ts';

export interface Refusal {
  ok: false;
  code: string;
  field?: string;
}

/** Where text that was typed but not sent is saved. Without it the form is only in memory. */
export interface Draft<Values> {
  read: () => { [Key in keyof Values]?: Values[Key] | undefined };
  /** Empty once everything was sent. */
  write: (typed: Partial<Values>) => void;
}

/** What was typed as a request, or its faults. `body` null without faults: there is nothing to send. */
export interface Checked<Body> {
  faults: Faults;
  body: Body | null;
}

export interface Rules<Values, Body, Value, Refused extends Refusal, Outcome extends object> {
  empty: Values;
  /** The action of a screen whose buttons exclude each other; the default is one of the form's own. */
  action?: Pick<Action<Outcome>, '$busy' | '$outcome' | 'run'>;
  draft?: Draft<Values>;
  /** A promise if the checks are loaded late; `submit` rejects if they cannot be loaded. */
  read: (values: Values, typed: Partial<Values>) => Checked<Body> | Promise<Checked<Body>>;
  onUnchanged?: () => void;
  /** Null if nothing was sent, e.g. because another action of the screen runs. */
  send: (body: Body, values: Values) => Promise<{ ok: true; value: Value } | Refused | null>;
  onSent: (value: Value, body: Body) => Outcome | null | Promise<Outcome | null>;
  /** For refusals that concern no field. */
  onRefused: (refusal: Refused) => Outcome | null | Promise<Outcome | null>;
  /** The id of the input of a path in the request; null if the form has none. The default is the path. */
  fieldOf?: (path: string) => string | null;
  /** The fault of a refused field; null if it is not about the field. */
  faultOf?: (refusal: Refused) => Fault | null;
}

const notAccepted = ({ code }: Refusal): Fault | null =>
  code === 'invalid_input' ? { kind: 'not_accepted' } : null;

/**
 * The store of a form. It holds the saved values, and over them what was typed, which only a successful request or a
 * reset clears. One request runs at a time.
 */
export function createFormStore<
  Body,
  Values extends object,
  Value,
  Refused extends Refusal,
  Outcome extends object = Message,
>(rules: Rules<Values, Body, Value, Refused, Outcome>) {
  const { draft, fieldOf = (path) => path, faultOf = notAccepted } = rules;
  const $saved = atom<Values>(rules.empty);
  const $typed = atom<Partial<Values>>({});
  const $values = computed([$saved, $typed], (saved, typed): Values => ({ ...saved, ...typed }));
  /** True if text typed on an earlier visit was restored. */
  const $isBack = atom(false);
  const { $faults, $refusals, reject, mend } = createFaults();
  const { $busy, $outcome, run } = rules.action ?? createAction<Outcome>();
  let saving: ReturnType<typeof setTimeout> | undefined;

  /** Shows these values, and over them the draft and what was typed so far. */
  function open(saved: Values): void {
    $saved.set(saved);
    const back = changedFrom(saved, draft?.read() ?? {});
    $typed.set({ ...back, ...$typed.get() });
    $isBack.set(Object.keys(back).length > 0);
  }

  /** `mended`: further fields whose errors this change clears. */
  function change(patch: Partial<Values>, ...mended: string[]): void {
    $typed.set(changedFrom($saved.get(), { ...$typed.get(), ...patch }));
    mend(...Object.keys(patch), ...mended);
    if (draft) saving ??= setTimeout(flush, timing.DRAFT_SAVE_MS);
  }

  /** Saves the draft at once, because the page may be closing. */
  function flush(): void {
    clearTimeout(saving);
    saving = undefined;
    draft?.write($typed.get());
  }

  /** Call it when these values are saved in the database. `done`: the fields that were sent; the default is all. */
  function saved(values: Values, done: readonly string[] = Object.keys(values)): void {
    $saved.set(values);
    const left = Object.entries($typed.get()).filter(([key]) => !done.includes(key));
    $typed.set(changedFrom(values, Object.fromEntries(left) as Partial<Values>));
    $isBack.set(false);
    flush();
  }

  /** Clears errors and outcome; what was typed stays. */
  function calm(): void {
    $faults.set({});
    $refusals.set(0);
    $outcome.set(null);
  }

  async function submit(): Promise<void> {
    if ($busy.get()) return;
    $outcome.set(null);
    const { faults, body } = await rules.read($values.get(), $typed.get());
    if (!isEmpty(faults)) {
      reject(faults);
      return;
    }
    $faults.set({});
    if (body === null) rules.onUnchanged?.();
    else await send(body);
  }

  /** Sends a request that does not come from the fields. */
  const send = (body: Body) =>
    run(async () => {
      const answer = await rules.send(body, $values.get());
      if (answer === null) return null;
      if (answer.ok) return rules.onSent(answer.value, body);
      // SQL may name the argument before the field.
      const id = answer.field === undefined ? null : fieldOf(answer.field.replace(/^p_\w+\./, ''));
      const fault = id === null ? null : faultOf(answer);
      if (id === null || fault === null) return rules.onRefused(answer);
      reject({ [id]: fault });
      return null;
    });

  return {
    $values,
    $saved,
    $typed,
    $isBack,
    $faults,
    $refusals,
    $busy,
    $outcome,
    open,
    change,
    flush,
    saved,
    calm,
    submit,
    send,
    reject,
    mend,
  };
}

export const isEmpty = (faults: Faults): boolean => Object.keys(faults).length === 0;

const changedFrom = <Values extends object>(saved: Values, typed: object): Partial<Values> =>
  Object.fromEntries(
    Object.entries(typed).filter(([key, value]) => value !== (key in saved ? Reflect.get(saved, key) : '')),
  ) as Partial<Values>;
