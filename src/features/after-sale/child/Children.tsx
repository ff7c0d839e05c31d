import type { ManagedOrder } from '#contract/after-sale.ts';
import { childrenOf } from './child.ts';
import { ChildCard } from './ChildCard.tsx';
import { childMessages } from './messages.ts';
import type { ManagedLine } from '../model.ts';
import type { OrderStore } from '../store.ts';

interface Props {
  manage: OrderStore;
  lines: readonly ManagedLine[];
  known: ManagedOrder['known'];
}

export function Children({ manage, lines, known }: Props) {
  const children = childrenOf(lines);
  if (children.length === 0) return null;
  return (
    <section className="manage-children" aria-labelledby="children">
      <h2 id="children">{children.length === 1 ? childMessages.heading : childMessages.headings}</h2>
      <p>{childMessages.about}</p>
      {children.map((entry) => (
        <ChildCard
          key={entry.child}
          manage={manage}
          {...entry}
          known={known.find(({ child }) => child === entry.child)}
        />
      ))}
    </section>
  );
}
