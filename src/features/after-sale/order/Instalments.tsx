import type { Instalments as Plan } from '#contract/instalments.ts';
import { useStore } from '@nanostores/react';
import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import type { OrderStore } from '../store.ts';
import { planMessages as words } from './messages.ts';

export function Instalments({ manage, plan }: { manage: OrderStore; plan: Plan }) {
  const busy = useStore(manage.$busy);
  const next = plan.parts.find(
    ({ status, is_deposit }) => !is_deposit && (status === 'due' || status === 'late'),
  );
  return (
    <section className="card manage-line" aria-labelledby="plan">
      <h2 id="plan">{words.title}</h2>
      <ul className="stack gap-2">
        {plan.parts.map(({ id, cents, status, due_on }) => (
          <li key={id}>
            <b className="numbers">{formatMoney(cents)}</b> {words.states[status](formatDate(due_on))}
          </li>
        ))}
      </ul>
      {next && (
        <>
          <p>{words.moveLater}</p>
          <Button busy={busy} onClick={() => void manage.payRest()}>
            {words.pay(formatMoney(next.cents))}
          </Button>
        </>
      )}
    </section>
  );
}
