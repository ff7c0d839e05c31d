import type { Fault } from '#domain/fault.ts';
import { type Action, createAction, type Message } from '../action.ts';
import { createFormState, isEmpty, type StateRules } from './state.ts';

export interface Refusal {
  ok: false;
  code: string;
  field?: string;
}

export interface Rules<
  Values,
  Body,
  Value,
  Failure extends Refusal,
  Outcome extends object,
> extends StateRules<Values, Body> {
  /** An action that several buttons of the screen share. By default it is an action of this form only. */
  action?: Pick<Action<Outcome>, '$busy' | '$outcome' | 'run'>;
  onUnchanged?: () => void;
  /** Sends the request. Returns null if nothing was sent, e.g. because another action of the screen is running. */
  send: (body: Body, values: Values) => Promise<{ ok: true; value: Value } | Failure | null>;
  onSent: (value: Value, body: Body) => Outcome | null | Promise<Outcome | null>;
  /** Handles a refusal that is about no field. */
  onRefused: (refusal: Failure) => Outcome | null | Promise<Outcome | null>;
  /** Returns the input's id for a path in the request, or null if the form has none. By default it is the path. */
  fieldOf?: (path: string) => string | null;
  /** Returns the error of a refused field, or null if the refusal is not about the field. */
  faultOf?: (refusal: Failure) => Fault | null;
}

const notAccepted = ({ code }: Refusal): Fault | null =>
  code === 'invalid_input' ? { kind: 'not_accepted' } : null;

export function createFormStore<
  Body,
  Values extends object,
  Value,
  Failure extends Refusal,
  Outcome extends object = Message,
>(rules: Rules<Values, Body, Value, Failure, Outcome>) {
  const { fieldOf = (path) => path, faultOf = notAccepted } = rules;
  const state = createFormState<Body, Values>(rules);
  const { $values, $faults, $failedSubmits, reject } = state;
  const { $busy, $outcome, run } = rules.action ?? createAction<Outcome>();

  function clearErrors(): void {
    $faults.set({});
    $failedSubmits.set(0);
    $outcome.set(null);
  }

  async function submit(): Promise<void> {
    if ($busy.get()) return;
    $outcome.set(null);
    const { faults, body } = await state.check();
    if (!isEmpty(faults)) return;
    if (body === null) rules.onUnchanged?.();
    else await send(body);
  }

  const send = (body: Body) =>
    run(async () => {
      const answer = await rules.send(body, $values.get());
      if (answer === null) return null;
      if (answer.ok) return rules.onSent(answer.value, body);
      // SQL may put the argument's name before the field's name.
      const id = answer.field === undefined ? null : fieldOf(answer.field.replace(/^p_\w+\./, ''));
      const fault = id === null ? null : faultOf(answer);
      if (id === null || fault === null) return rules.onRefused(answer);
      reject({ [id]: fault });
      return null;
    });

  return { ...state, $busy, $outcome, clearErrors, submit, send };
}
