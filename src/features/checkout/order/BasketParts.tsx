import type { OrderLineView, OrderView } from '#contract/orders.ts';
import { joinNames, placeMessage } from '#contract/place-names.ts';
import { useStore } from '@nanostores/react';
import { formatMoney } from '#domain/money.ts';
import { WithNames } from '#ui/WithNames.tsx';
import { basketMessages } from '../basket-messages.ts';
import { nameOf } from '../form/model.ts';
import { forWhom } from '../messages.ts';
import { childOfLine, partOf } from '../purchase/parts.ts';
import { partName } from '../purchase/part-name.ts';
import { keyOf } from '../purchase/subject.ts';
import type { Checkout } from '../store.ts';

/** Lists the parts of a basket: what, where, when, for whom and for how much. Each can be removed. */
export function BasketParts({ checkout, order }: { checkout: Checkout; order: OrderView }) {
  const { sale, form, changes } = checkout;
  const parts = useStore(sale.$parts);
  const view = useStore(sale.$view);
  const isChanging = useStore(changes.$changing);
  const { children } = useStore(form.$values);
  return (
    <section aria-labelledby="basket-title">
      <h2 id="basket-title">{basketMessages.title(parts.length)}</h2>
      <ul className="basket-parts">
        {parts.map((part) => {
          const lines = order.lines.flatMap((line, index) =>
            partOf(line, [part]) ? [{ line, child: childOfLine(line, index) }] : [],
          );
          const name = partName(part, order);
          const isDearer = lines.some(
            ({ line }) => part.seenCents !== null && line.price_cents > part.seenCents,
          );
          const names = lines.map(({ child }) => nameOf(children[child], child));
          return (
            <li key={keyOf(part)}>
              <b>{titleOf(lines[0]?.line, name)}</b>
              <p>
                <WithNames text={forWhom(joinNames(names), lines.length)} names={names} />
                {' · '}
                <span className="numbers">
                  {formatMoney(lines.reduce((sum, { line }) => sum + line.total_cents, 0))}
                </span>
              </p>
              {isDearer && part.seenCents !== null && <p>{basketMessages.dearer(part.seenCents)}</p>}
              {view.state === 'open' && (
                <button
                  type="button"
                  className="text-button"
                  disabled={isChanging}
                  onClick={() => void changes.removePart(part)}
                >
                  {basketMessages.remove}
                  <span className="sr-only"> {name}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Returns the name of a part. For a class it also has the pass that is bought with it. */
const titleOf = (line: OrderLineView | undefined, name: string): string =>
  line && !line.camp && placeMessage(line) !== '' ? `${name}, ${line.title}` : name;
