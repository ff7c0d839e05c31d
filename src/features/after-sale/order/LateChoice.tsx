import type { LateChoice as Choice, ManagedOrder } from '#contract/after-sale.ts';
import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { lateConfirm, lateOutcome, lateMessages, orderMessages, paidFor } from './messages.ts';
import { lateMove, type ManagedLine, placedLines, placeOfLine, type Target } from '../model.ts';
import type { OrderStore } from '../store.ts';
import { TargetList } from '../move/TargetList.tsx';
import { Facts } from './LineCard.tsx';

const kinds = [
  { kind: 'move', name: lateMessages.move, text: lateMessages.moveText, confirm: lateMessages.confirmMove },
  {
    kind: 'credit',
    name: lateMessages.credit,
    text: lateMessages.creditText,
    confirm: lateMessages.confirmCredit,
  },
  {
    kind: 'refund',
    name: lateMessages.refund,
    text: lateMessages.refundText,
    confirm: lateMessages.confirmRefund,
  },
] as const;

/** Asks for a choice after a late payment. Nothing is preselected. The database decides which choices are offered. */
export function LateChoice({
  manage,
  order,
  lines,
}: {
  manage: OrderStore;
  order: ManagedOrder;
  lines: ManagedLine[];
}) {
  const busy = useStore(manage.$busy);
  const [kind, setKind] = useState<Choice['kind'] | null>(null);
  const [places, setPlaces] = useState<ReadonlyMap<string, Target>>(new Map());
  const id = useId();
  const offeredKinds = kinds.filter((option) => order.late_choices?.includes(option.kind));
  const canChoose = offeredKinds.length > 1;
  const paidCents = lines.reduce((sum, line) => sum + paidFor(line), 0);
  const isPart = lines.length < order.lines.length;
  const chosenOption = offeredKinds.find((option) => option.kind === kind);

  function chooseKind(next: Choice['kind']): void {
    setKind(next);
    if (next === 'move' && manage.targets.$targets.get().state === 'idle') void manage.targets.load();
  }
  async function confirm(): Promise<void> {
    if (kind === null) return;
    const choice: Choice | null =
      kind === 'move' ? lateMove(lines, places) : { kind, lines: lines.map(({ line_id }) => ({ line_id })) };
    if (choice) await manage.chooseLateOutcome(choice);
    else manage.warn(lateMessages.missing);
  }
  return (
    <section className="card manage-line manage-late" aria-labelledby={id}>
      <h2 id={id} className="late-title">
        {isPart ? lateMessages.titleOfPart : lateMessages.title}
      </h2>
      {isPart ? (
        <>
          <p>{lateMessages.leadOfPart(paidCents)}</p>
          <p>{canChoose ? lateMessages.leadKeep : lateMessages.leadDeposit}</p>
        </>
      ) : (
        <p>{lateMessages.lead(paidCents, canChoose)}</p>
      )}
      {lines.map((line) => (
        <Facts key={line.line_id} line={line} id={`line-${line.line_id}`} />
      ))}
      {lines.length > 1 && !order.split_allowed && <p className="manage-rule">{orderMessages.together}</p>}
      <fieldset className="move-targets" data-keep-clear>
        <legend>{lateMessages.choose}</legend>
        {offeredKinds.map((option) => (
          <label key={option.kind} className="move-target" htmlFor={`${id}-${option.kind}`}>
            <input
              id={`${id}-${option.kind}`}
              type="radio"
              name={`${id}-kind`}
              checked={kind === option.kind}
              onChange={() => chooseKind(option.kind)}
            />
            <span className="target-name">
              {option.name}
              <small>{option.text}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {kind === 'move' &&
        placedLines(lines).map((line) => (
          <div key={line.line_id} className="stack gap-3">
            <h3>{lateMessages.for(placeOfLine(line))}</h3>
            <TargetList
              manage={manage}
              line={line}
              chosen={places.get(line.line_id) ?? null}
              onChoose={(target) => setPlaces(new Map(places).set(line.line_id, target))}
            />
          </div>
        ))}
      {chosenOption && (
        <div className="late-outcomes stack gap-3">
          <h3>{lateMessages.outcomes}</h3>
          <ul>
            {lines.map((line) => (
              <li key={line.line_id}>
                {lateOutcome(chosenOption.kind, line, places.get(line.line_id) ?? null)}
              </li>
            ))}
          </ul>
          <div className="row">
            <Button busy={busy} onClick={() => void confirm()}>
              {lateConfirm(chosenOption.confirm, lines)}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
