import { namesOf } from '#contract/errors.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { CancelByStaffPreview, ScheduleItem } from '#contract/management-schedule.ts';
import { formatDate } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { Notice } from '#ui/Notice.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import { cancelMessages, cancelRefusals, consequenceLines } from './messages.ts';
import { type Cancellation, type CancellationView, createCancellation } from './store.ts';
import { weekMessages, writeMessages } from '../messages.ts';
import { ReasonField } from '../ReasonField.tsx';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { WriteToFamilies } from '../WriteToFamilies.tsx';

interface Props {
  items: readonly ScheduleItem[];
  /**
   * Called after cancelling. `hasCamp` is true if a camp was cancelled, which built pages show only after the next
   * build.
   */
  onDone: (hasCamp: boolean) => void;
  onClose: () => void;
}

/** Staff give a reason, for example bad weather. They see the consequences before they cancel. */
export function CancelSheet({ items, onDone, onClose }: Props) {
  const hasCamp = items.some(({ kind }) => kind === 'camp');
  const [store] = useState(() =>
    createCancellation(
      items.map(({ id }) => id),
      () => onDone(hasCamp),
    ),
  );
  const view = useStore(store.$view);
  useEffect(() => void store.preview(), [store]);
  return (
    <SideFrame
      title={cancelMessages.title(items.map(({ kind }) => kind))}
      closeLabel={cancelMessages.close}
      onClose={onClose}
    >
      <ul className="cancelled-items stack gap-1.5">
        {items.map((item) => (
          <li key={item.id}>
            <b>{item.title}</b>
            <span>
              {formatDate(item.first_day, { year: false })}, {weekMessages.hours(item)} · {item.location}
            </span>
          </li>
        ))}
      </ul>
      <Step store={store} view={view} items={items} hasCamp={hasCamp} onClose={onClose} />
    </SideFrame>
  );
}

interface StepProps {
  store: Cancellation;
  view: CancellationView;
  items: readonly ScheduleItem[];
  hasCamp: boolean;
  onClose: () => void;
}

function Step({ store, view, items, hasCamp, onClose }: StepProps) {
  switch (view.state) {
    case 'loading':
      return (
        <p role="status" className="quiet">
          {cancelMessages.loading}
        </p>
      );
    case 'failed':
      return (
        <>
          <RefusalNotice code={view.refused.code} names={namesOf(view.refused)} own={cancelRefusals} />
          <div className="row">
            <Button kind="solid" onClick={() => void store.retry()}>
              {failedMessages.again}
            </Button>
          </div>
        </>
      );
    case 'done': {
      const { done, refunds } = view;
      const title = done.places === 0 ? cancelMessages.alreadyCancelled : cancelMessages.cancelled;
      return (
        <>
          <Notice title={title} list={done.places === 0 ? [] : consequenceLines(done, refunds)}>
            {done.places > 0 && cancelMessages.offSite(done.places, hasCamp)}
          </Notice>
          {done.families > 0 && <p>{writeMessages.cancelledText(done.families)}</p>}
          <div className="row">
            {done.families > 0 && <WriteToFamilies items={items} kind="solid" />}
            <Button kind={done.families > 0 ? 'line' : 'solid'} onClick={onClose}>
              {cancelMessages.back}
            </Button>
          </div>
        </>
      );
    }
    case 'form':
      return <CancelForm store={store} view={view} items={items} onClose={onClose} />;
  }
}

interface FormProps extends Pick<StepProps, 'store' | 'items' | 'onClose'> {
  view: Extract<CancellationView, { state: 'form' }>;
}

function CancelForm({ store, view, items, onClose }: FormProps) {
  const [reason, setReason] = useState('');
  const [refunds, setRefunds] = useState(false);
  const [isSubmitted, setTried] = useState(false);
  const { preview } = view;
  const isMissing = reason.trim() === '';
  return (
    <FormElement
      className="schedule-question"
      onSubmit={() => {
        setTried(true);
        if (!isMissing) void store.confirm(reason, refunds);
      }}
    >
      {view.hasChanged && <Notice tone="warn">{cancelMessages.hasChanged}</Notice>}
      {view.refused !== null && (
        <RefusalNotice code={view.refused.code} names={namesOf(view.refused)} own={cancelRefusals} />
      )}
      <ReasonField
        id="cancel-reason"
        value={reason}
        isMissing={isSubmitted && isMissing}
        onChange={setReason}
      />
      <Money preview={preview} refunds={refunds} onChoose={setRefunds} />
      <div className="schedule-consequences">
        <b>{cancelMessages.consequences}</b>
        <ul>
          {consequenceLines(preview[refunds ? 'refund' : 'choice'], refunds).map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>{cancelMessages.noUndo}</li>
        </ul>
      </div>
      <ConfirmActions
        harm
        keep={cancelMessages.goBack}
        onKeep={onClose}
        act={cancelMessages.confirm(items.map(({ kind }) => kind))}
        busy={view.busy}
      />
    </FormElement>
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
        {preview.choice.credits > 0 ? cancelMessages.onlyCredits : cancelMessages.noMoney}
      </p>
    );
  const option = (isRefund: boolean, name: string, note: string) => (
    <label>
      <input type="radio" name="money" checked={refunds === isRefund} onChange={() => onChoose(isRefund)} />
      <span>
        {name}
        <small>{note}</small>
      </span>
    </label>
  );
  return (
    <fieldset className="schedule-options stack gap-1">
      <legend>{cancelMessages.money}</legend>
      {option(false, cancelMessages.choice, cancelMessages.choiceNote)}
      {option(true, cancelMessages.refund, cancelMessages.refundNote(preview.refund.refund_cents))}
    </fieldset>
  );
}
