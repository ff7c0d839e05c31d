import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Checkbox } from '#ui/Checkbox.tsx';
import { addMessages } from '../../add-messages.ts';
import { basketMessages } from '../../basket-messages.ts';
import { partName } from '../../purchase/part-name.ts';
import { keyOf } from '../../purchase/subject.ts';
import type { Checkout } from '../../store.ts';
import { toggled } from '../../order/ticks.ts';
import { goesTo } from '../model.ts';

interface Props {
  checkout: Checkout;
  index: number;
  /** The child's name, or for example "Child 1". */
  title: string;
}

/** Asks to which parts of the basket a child goes. A child who goes to none is removed with the card's own button. */
export function GoesTo({ checkout: { form, sale, changes }, index, title }: Props) {
  const parts = useStore(sale.$parts);
  const order = useStore(sale.$order);
  const { children } = useStore(form.$values);
  const isChanging = useStore(changes.$changing);
  // The first tick answers at once. If this fails, the tick itself loads the file again.
  useEffect(() => void import('../../basket.ts').catch(() => undefined), []);
  const child = children[index];
  if (!child) return null;
  return (
    <fieldset className="goes-to all">
      <legend>
        {basketMessages.goesTo}
        <span className="sr-only">: {title}</span>
      </legend>
      {parts.map((part) => {
        const key = keyOf(part);
        // The last tick stays, because a child and a part of the basket are removed by their own buttons.
        const isFixed = toggled(children, index, key, parts) === null;
        const note = goesTo(child, key) ? basketMessages.lastTick : addMessages.full;
        return (
          <Checkbox
            key={key}
            id={`goes-${index}-${key}`}
            checked={goesTo(child, key)}
            disabled={isChanging || isFixed}
            {...(isFixed ? { note } : {})}
            onChange={() => void changes.toggle(index, key)}
          >
            {partName(part, order)}
          </Checkbox>
        );
      })}
    </fieldset>
  );
}
