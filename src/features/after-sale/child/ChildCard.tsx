import type { ManagedOrder } from '#contract/after-sale.ts';
import { useStore } from '@nanostores/react';
import { formatDate, today } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { ChildForm } from './ChildForm.tsx';
import { childMessages } from './messages.ts';
import { WithNames } from '#ui/WithNames.tsx';
import { Panel } from '../Panel.tsx';
import type { OrderStore } from '../store.ts';

interface Props {
  manage: OrderStore;
  child: number;
  name: string | null;
  /** What we already know about the child. Undefined if the holder of the link may not see that. */
  known: ManagedOrder['known'][number] | undefined;
}

export function ChildCard({ manage, child, name, known }: Props) {
  const open = useStore(manage.children.$open);
  const shownName = name ?? childMessages.child;
  if (open !== child)
    return (
      <div>
        <Button kind="line" small onClick={() => manage.children.open(child)}>
          <span>
            <WithNames text={childMessages.open(shownName)} names={[name ?? '']} />
          </span>
        </Button>
      </div>
    );
  return (
    <section className="card manage-line">
      <Panel title={childMessages.title(shownName)} names={[name ?? '']}>
        <p>{childMessages.lead}</p>
        {known && (
          <p>
            {childMessages.knownDetails[known.health.state](
              known.health.at === null ? '' : formatDate(today(new Date(known.health.at))),
            )}{' '}
            {childMessages.people(known.pickup, known.contacts)}
          </p>
        )}
        <ChildForm
          manage={manage}
          child={child}
          name={shownName}
          isReported={known?.health.state === 'reported'}
        />
      </Panel>
    </section>
  );
}
