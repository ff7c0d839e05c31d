import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CancelledByUsChoice } from '#contract/after-sale.ts';
import type { CancelledByUsPreview, OrderDetails } from '#contract/management-orders.ts';
import { longPlaceText, placeMessage } from '#contract/place-names.ts';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import type { OpenChoice } from './choice.ts';
import { choiceMessages } from './choice-messages.ts';
import type { OrderDetailsStore } from './detail.ts';
import { detailMessages } from './messages.ts';
import { type Line, lineOf, shortLine } from './model.ts';
import { refundMessages } from './refund-messages.ts';

type Kind = CancelledByUsChoice['kind'];

interface Props {
  detail: OrderDetailsStore;
  details: OrderDetails;
  choice: OpenChoice;
  outcome: ReactNode;
}

/** Staff record what the family chose for a booking on a camp that we cancelled. Each choice shows its effect. */
export function ChoiceForm({ detail, details, choice, outcome }: Props) {
  const start = useRef<HTMLElement>(null);
  const line = lineOf(details, choice);
  const { preview } = choice;
  useEffect(() => {
    start.current?.scrollIntoView({ block: 'nearest' });
  }, [preview]);
  if (line === undefined) return null;
  return (
    <section ref={start} className="sheet refund-form" aria-labelledby="choice-title">
      <h3 id="choice-title">{choiceMessages.title(shortLine(line))}</h3>
      {outcome}
      {preview === null ? (
        <p role="status" className="quiet">
          {choiceMessages.loading}
        </p>
      ) : (
        <Choices detail={detail} line={line} preview={preview} />
      )}
    </section>
  );
}

function Choices({
  detail,
  line,
  preview,
}: {
  detail: OrderDetailsStore;
  line: Line;
  preview: CancelledByUsPreview;
}) {
  const busy = useStore(detail.$busy);
  const [kind, setKind] = useState<Kind>(preview.camps.length > 0 ? 'move' : 'credit');
  const [campId, setCampId] = useState('');
  const child = detailMessages.child(line.child_name);
  const camp = preview.camps.find(({ camp_id }) => camp_id === campId);
  const needsCamp = kind === 'move' && camp === undefined;
  const option = (value: Kind, label: string, disabled = false) => (
    <label>
      <input
        type="radio"
        name="choice"
        checked={kind === value}
        disabled={disabled}
        onChange={() => setKind(value)}
      />
      {label}
    </label>
  );
  const actionLabels = {
    move: () => choiceMessages.confirm.move(child, camp ? placeMessage({ camp }) : '…'),
    credit: () => choiceMessages.confirm.credit(shortLine(line)),
    refund: () => choiceMessages.confirm.refund(preview.refund_cents, shortLine(line)),
  }[kind]();
  const effects = {
    move: () => [choiceMessages.movesTo(child, camp ? longPlaceText({ camp }) : ''), choiceMessages.noMoney],
    credit: () => [choiceMessages.credits(child), choiceMessages.noMoney],
    refund: () => refundMessages.effects(preview.refund_parts, preview.refund_waits),
  }[kind]();
  return (
    <FormElement
      className="choice-form"
      onSubmit={() => {
        if (!needsCamp && !busy)
          void detail.choice.choose(kind === 'move' ? { kind, camp_id: campId } : { kind });
      }}
    >
      <fieldset>
        <legend>{choiceMessages.question}</legend>
        {option('move', choiceMessages.move, preview.camps.length === 0)}
        {option('credit', choiceMessages.credit)}
        {option('refund', choiceMessages.refund(preview.refund_cents))}
        {preview.camps.length === 0 && <p className="quiet">{choiceMessages.noCamp}</p>}
      </fieldset>
      {kind === 'move' && (
        <div className="field">
          <label htmlFor="choice-camp">{choiceMessages.camp}</label>
          <select
            id="choice-camp"
            className="input"
            value={campId}
            onChange={({ target }) => setCampId(target.value)}
          >
            <option value="">{choiceMessages.pick}</option>
            {preview.camps.map((campOption) => (
              <option key={campOption.camp_id} value={campOption.camp_id}>
                {choiceMessages.campLeft(longPlaceText({ camp: campOption }), campOption.places_left)}
              </option>
            ))}
          </select>
        </div>
      )}
      {!needsCamp && (
        <div className="refund-means">
          <b>{refundMessages.means}</b>
          <ul>
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
            <li>{choiceMessages.mail(preview.mails)}</li>
          </ul>
        </div>
      )}
      <ConfirmActions
        harm={kind === 'refund'}
        keep={refundMessages.goBack}
        onKeep={detail.choice.leave}
        act={actionLabels}
        busy={busy}
        waits={needsCamp}
      />
    </FormElement>
  );
}
