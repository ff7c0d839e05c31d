import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { CancelByStaffPreview, SchedulePlace } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Field } from '#ui/Field.tsx';
import { KeepOr } from '#ui/KeepOr.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import { callOffRefusals, callOffMessages, consequenceLines, usualReasons } from './messages.ts';
import { type CallOff, type CallOffView, createCallOff } from './call-off.ts';
import { weekMessages } from '../messages.ts';
import { Refused } from '../Refused.tsx';

interface Props {
  places: readonly SchedulePlace[];
  /** `onPages`: true if a camp is included, which built pages show later. */
  onDone: (onPages: boolean) => void;
  onClose: () => void;
}

/** Cancels sessions and camps, for example in bad weather: reason, refund, consequences, and one press. */
export function CallOffSheet({ places, onDone, onClose }: Props) {
  const hasCamp = places.some(({ kind }) => kind === 'camp');
  const [store] = useState(() =>
    createCallOff(
      places.map(({ id }) => id),
      () => onDone(hasCamp),
    ),
  );
  const view = useStore(store.$view);
  useEffect(() => void store.look(), [store]);
  return (
    <SideFrame
      title={callOffMessages.title(places.length)}
      closeLabel={callOffMessages.close}
      onClose={onClose}
    >
      <ul className="off-places stack gap-1.5">
        {places.map((place) => (
          <li key={place.id}>
            <b>{place.title}</b>
            <span>
              {weekMessages.days(place).split(' to ')[0]}, {weekMessages.hours(place)} · {place.location}
            </span>
          </li>
        ))}
      </ul>
      <Step store={store} view={view} places={places} hasCamp={hasCamp} onClose={onClose} />
    </SideFrame>
  );
}

interface StepProps {
  store: CallOff;
  view: CallOffView;
  places: readonly SchedulePlace[];
  hasCamp: boolean;
  onClose: () => void;
}

function Step({ store, view, places, hasCamp, onClose }: StepProps) {
  switch (view.state) {
    case 'loading':
      return (
        <p role="status" className="quiet">
          {callOffMessages.loading}
        </p>
      );
    case 'failed':
      return (
        <>
          <Refused code={view.code} own={callOffRefusals} />
          <div className="row">
            <Button kind="solid" onClick={() => void store.retry()}>
              {failedMessages.again}
            </Button>
          </div>
        </>
      );
    case 'done': {
      const { done, refunds } = view;
      const words = done.places === 0 ? callOffMessages.nothing : callOffMessages.done;
      return (
        <>
          <Notice title={words} list={done.places === 0 ? [] : consequenceLines(done, refunds)}>
            {done.places > 0 && callOffMessages.site[hasCamp ? 'camp' : 'session']}
          </Notice>
          <div className="row">
            <Button kind="solid" onClick={onClose}>
              {callOffMessages.back}
            </Button>
          </div>
        </>
      );
    }
    case 'asks':
      return <Ask store={store} view={view} places={places} onClose={onClose} />;
  }
}

interface AskProps extends Pick<StepProps, 'store' | 'places' | 'onClose'> {
  view: Extract<CallOffView, { state: 'asks' }>;
}

function Ask({ store, view, places, onClose }: AskProps) {
  const [reason, setReason] = useState('');
  const [refunds, setRefunds] = useState(false);
  const [tried, setTried] = useState(false);
  const { preview } = view;
  const isMissing = reason.trim() === '';
  return (
    <form
      className="call-off"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isMissing) void store.decide(reason, refunds);
      }}
    >
      {view.anew && <Notice tone="warn">{callOffMessages.anew}</Notice>}
      {view.refused !== null && <Refused code={view.refused} own={callOffRefusals} />}
      <div className="usual-reasons">
        {usualReasons.map((usual) => (
          <Button
            key={usual}
            kind="line"
            small
            aria-pressed={reason === usual}
            onClick={() => setReason(usual)}
          >
            {usual}
          </Button>
        ))}
      </div>
      <Field
        id="call-off-reason"
        label={callOffMessages.reason}
        hint={callOffMessages.reasonHint}
        error={tried && isMissing ? callOffMessages.noReason : undefined}
        value={reason}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setReason(target.value)}
      />
      <Money preview={preview} refunds={refunds} onChoose={setRefunds} />
      <div className="call-off-means">
        <b>{callOffMessages.means}</b>
        <ul>
          {consequenceLines(preview[refunds ? 'refund' : 'choice'], refunds).map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>{callOffMessages.noUndo}</li>
        </ul>
      </div>
      <KeepOr
        harm
        keep={callOffMessages.leave}
        onKeep={onClose}
        act={callOffMessages.confirm(places.length)}
        busy={view.busy}
      />
    </form>
  );
}

function Money({
  preview,
  refunds,
  onChoose,
}: {
  preview: CancelByStaffPreview;
  refunds: boolean;
  onChoose: (refunds: boolean) => void;
}) {
  if (preview.choice.bookings === 0) return null;
  // Nothing was sold for money, so there is nothing to refund.
  if (preview.refund.refunds === 0)
    return (
      <p className="quiet">
        {preview.choice.credits > 0 ? callOffMessages.onlyCredits : callOffMessages.noMoney}
      </p>
    );
  const option = (is: boolean, name: string, note: string) => (
    <label>
      <input type="radio" name="money" checked={refunds === is} onChange={() => onChoose(is)} />
      <span>
        {name}
        <small>{note}</small>
      </span>
    </label>
  );
  return (
    <fieldset className="call-off-money stack gap-1">
      <legend>{callOffMessages.money}</legend>
      {option(false, callOffMessages.choice, callOffMessages.choiceNote)}
      {option(true, callOffMessages.refund, callOffMessages.refundNote(preview.refund.refund_cents))}
    </fieldset>
  );
}
