import { useStore } from '@nanostores/react';
import { formatMoney } from '#domain/money.ts';
import { Field } from '#ui/Field.tsx';
import { useErrorOf } from '#ui/kit/form/Form.tsx';
import { faultMessage } from './messages.ts';
import { splitMessages as words } from './split-messages.ts';
import { splitMethods, splitOf } from './model.ts';
import type { Desk } from './store.ts';

/** The parent pays a part in another way, for example half in cash and half on the terminal. */
export function Split({ desk, total }: { desk: Desk; total: number }) {
  const draft = useStore(desk.$draft);
  const { uen } = useStore(desk.$access);
  const error = useErrorOf(desk.form, faultMessage);
  const split = splitOf(draft, true);
  if (draft.method === null) return null;
  const restCents = split?.cents == null || split.cents >= total ? null : total - split.cents;
  return (
    <div className="stack gap-2">
      <label className="desk-split">
        <span>{words.second}</span>
        <select
          className="input"
          value={split?.method ?? ''}
          onChange={({ target }) =>
            desk.change(
              {
                splitMethod:
                  splitMethods(draft, uen !== null).find((method) => method === target.value) ?? null,
              },
              'split.cents',
            )
          }
        >
          <option value="">{words.oneWay}</option>
          {splitMethods(draft, uen !== null).map((method) => (
            <option key={method} value={method}>
              {words.methods[method]}
            </option>
          ))}
        </select>
      </label>
      {split !== null && (
        <Field
          id="split.cents"
          label={words.amount[split.method]}
          {...(restCents !== null && { hint: words.rest(formatMoney(restCents), draft.method) })}
          autoComplete="off"
          inputMode="decimal"
          maxLength={9}
          value={draft.splitAmount}
          error={error('split.cents')}
          onChange={({ target }) => desk.change({ splitAmount: target.value }, 'split.cents')}
        />
      )}
    </div>
  );
}
