import type * as v from 'valibot';
import type { Message } from '../action.ts';
import { checkedBy } from './schema.ts';
import type { CheckedForm } from './state.ts';
import { createFormStore, type Refusal, type Rules } from './store.ts';

export function createForm<
  Schema extends v.GenericSchema,
  Values extends object,
  Value,
  Failure extends Refusal,
  Outcome extends object = Message,
>(
  schema: Schema,
  rules: Omit<Rules<Values, v.InferInput<Schema>, Value, Failure, Outcome>, 'read'> & {
    /** Returns the request. `typed` contains only the changed values. */
    read: (values: Values, typed: Partial<Values>) => CheckedForm<v.InferInput<Schema>>;
  },
) {
  return createFormStore({
    ...rules,
    read: (values, typed) => checkedBy(schema, rules.read(values, typed), rules.fieldOf),
  });
}
