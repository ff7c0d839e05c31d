import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Faults } from '#domain/fault.ts';
import { createFormState, isEmpty } from './state.ts';

interface Rules<Values> {
  empty: Values;
  check: (values: Values) => Faults;
  /**
   * Called with values that passed the check. After a double press it may be called twice, unless an action prevents
   * that.
   */
  send: (values: Values) => unknown;
}

/** Creates a form that belongs to one component only, such as a dialog that asks for a reason. */
export function useForm<Values extends object>({ empty, check, send }: Rules<Values>) {
  const [state] = useState(() =>
    createFormState<Values, Values>({ empty, read: (body) => ({ faults: {}, body }) }),
  );
  const values = useStore(state.$values);
  async function submit(): Promise<void> {
    const faults = check(values);
    if (!isEmpty(faults)) {
      state.reject(faults);
      return;
    }
    state.$faults.set({});
    await send(values);
  }
  return { ...state, values, submit };
}

/** Returns errors for texts that must not be empty. */
export const missingTexts = <Values extends object>(
  values: Values,
  ...ids: (keyof Values & string)[]
): Faults =>
  Object.fromEntries(
    ids.filter((id) => String(values[id]).trim() === '').map((id) => [id, { kind: 'missing' as const }]),
  );
