import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { CancelledDays as Counts } from '#contract/camp-days.ts';
import { dayMoney, REASON_MAX } from '#contract/camp-days.ts';
import { namesOf } from '#contract/errors.ts';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import { orderPath } from '#ui/staff/order-path.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { Field } from '#ui/Field.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useEntered } from '#ui/staff/use-entered.ts';
import { cancelMessages } from '../cancel-sessions/messages.ts';
import type { ItemDetailsStore } from '../item/detail.ts';
import { ReasonField } from '../ReasonField.tsx';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { WriteToFamilies } from '../WriteToFamilies.tsx';
import { cancelDayMessages as words, cancelDayRefusals, dayConsequences, dayName } from './messages.ts';
import { openCampDays } from './model.ts';
import { createDayCancellation, type DayCancellation } from './store.ts';

interface Props {
  detail: Pick<ItemDetailsStore, 'refresh'>;
  camp: ScheduleItem;
  today: string;
  onLeave: () => void;
}

/** Staff choose days of a camp and what families get for them. They see the consequences before they cancel. */
export function CancelDays({ detail, camp, today, onLeave }: Props) {
  const [store] = useState(() => createDayCancellation(camp.id, detail.refresh));
  const outcome = useStore(store.$outcome);
  const place = useEntered<HTMLElement>();
  return (
    <section ref={place} className="sheet schedule-question no-print" aria-labelledby="cancel-days">
      <h3 id="cancel-days">{words.title}</h3>
      {outcome?.state === 'done' ? (
        <Done days={outcome.days} counts={outcome.counts} camp={camp} onLeave={onLeave} />
      ) : (
        <DaysForm store={store} camp={camp} today={today} onLeave={onLeave} />
      )}
    </section>
  );
}

interface DoneProps {
  days: readonly string[];
  counts: Counts;
  camp: ScheduleItem;
  onLeave: () => void;
}

function Done({ days, counts, camp, onLeave }: DoneProps) {
  return (
    <>
      <Notice>{counts.days === 0 ? words.alreadyDone : words.done(days)}</Notice>
      <LeftOrders counts={counts} text={words.leftText} />
      <div className="row">
        {counts.families > 0 && <WriteToFamilies items={[camp]} kind="solid" />}
        <Button kind="line" onClick={onLeave}>
          {cancelMessages.close}
        </Button>
      </div>
    </>
  );
}

function LeftOrders({ counts: { left }, text }: { counts: Counts; text: string }) {
  if (left.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={words.leftTitle}
      list={left.map(({ order_id, number, problem }) => (
        <a key={order_id} href={orderPath(order_id)}>
          {words.order(number, problem)}
        </a>
      ))}
    >
      {text}
    </Notice>
  );
}

function DaysForm({ store, camp, today, onLeave }: Omit<Props, 'detail'> & { store: DayCancellation }) {
  const { days, money } = useStore(store.$choice);
  const preview = useStore(store.$preview);
  const outcome = useStore(store.$outcome);
  const busy = useStore(store.$busy);
  const [reason, setReason] = useState('');
  const [instead, setInstead] = useState('');
  const [isSubmitted, setTried] = useState(false);
  const openDays = openCampDays(camp, today);
  const isWhole = !camp.has_begun && openDays.length > 0 && days.length === openDays.length;
  const missing = {
    reason: reason.trim() === '',
    instead: money === 'other' && instead.trim() === '',
  };
  return (
    <FormElement
      className="stack gap-3.5"
      onSubmit={() => {
        setTried(true);
        if (days.length > 0 && !isWhole && !missing.reason && !missing.instead)
          void store.confirm(reason, instead);
      }}
    >
      {outcome?.state === 'changed' && <Notice tone="warn">{words.hasChanged}</Notice>}
      {outcome?.state === 'refused' && (
        <RefusalNotice code={outcome.refused.code} names={namesOf(outcome.refused)} own={cancelDayRefusals} />
      )}
      <fieldset className="schedule-options stack gap-1">
        <legend>{words.days}</legend>
        {openDays.map((day) => (
          <label key={day}>
            <input type="checkbox" checked={days.includes(day)} onChange={() => store.toggle(day)} />
            <span>{dayName(day)}</span>
          </label>
        ))}
      </fieldset>
      {isSubmitted && days.length === 0 && <Notice tone="bad">{words.noDay}</Notice>}
      {isWhole && <Notice tone="warn">{words.allDays}</Notice>}
      <ReasonField
        id="cancel-days-reason"
        value={reason}
        isMissing={isSubmitted && missing.reason}
        onChange={setReason}
      />
      <fieldset className="schedule-options stack gap-1">
        <legend>{words.money}</legend>
        {dayMoney.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name="day-money"
              checked={money === option}
              onChange={() => store.choose({ money: option })}
            />
            <span>
              {words.moneyOptions[option]}
              <small>{words.moneyNotes[option]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {money === 'other' && (
        <Field
          id="cancel-days-instead"
          label={words.instead}
          hint={words.insteadHint}
          error={isSubmitted && missing.instead ? words.noInstead : undefined}
          value={instead}
          maxLength={REASON_MAX}
          autoComplete="off"
          onChange={({ target }) => setInstead(target.value)}
        />
      )}
      {!isWhole && <Preview store={store} />}
      <ConfirmActions
        harm
        keep={words.goBack}
        onKeep={onLeave}
        act={words.confirm(days)}
        busy={busy}
        waits={days.length > 0 && (isWhole || preview.state !== 'ready')}
      />
    </FormElement>
  );
}

function Preview({ store }: { store: DayCancellation }) {
  const preview = useStore(store.$preview);
  switch (preview.state) {
    case 'none':
      return null;
    case 'loading':
      return (
        <p role="status" className="quiet">
          {cancelMessages.loading}
        </p>
      );
    case 'failed':
      return (
        <>
          <RefusalNotice
            code={preview.refused.code}
            names={namesOf(preview.refused)}
            own={cancelDayRefusals}
          />
          <div className="row">
            <Button kind="line" small onClick={() => void store.preview()}>
              {words.again}
            </Button>
          </div>
        </>
      );
    case 'ready':
      return (
        <>
          <div className="schedule-consequences">
            <b>{cancelMessages.consequences}</b>
            <ul>
              {dayConsequences(preview.counts).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
          <LeftOrders counts={preview.counts} text={words.leftBefore} />
        </>
      );
  }
}
