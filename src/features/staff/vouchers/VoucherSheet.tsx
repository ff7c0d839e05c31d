import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StaffVoucher } from '#contract/vouchers.ts';
import { errorText } from '#api/error-text.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Field } from '#ui/Field.tsx';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import type { Outcome, VoucherDetailsStore } from './detail.ts';
import { StateTag } from './list.tsx';
import { detailMessages as words, listMessages, paidMessage, refusals, untilMessage } from './messages.ts';

interface Props {
  detail: VoucherDetailsStore;
  record: StaffVoucher;
}

const refusedMessage = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);

/** Shows who bought the voucher and what became of it. Staff can also cancel it. */
export function VoucherSheet({ detail, record: row }: Props) {
  const outcome = useStore(detail.$outcome);
  const facts: [string, string | null][] = [
    [words.buyer, [row.buyer_name ?? listMessages.nobody, row.buyer_email].filter(Boolean).join(', ')],
    [words.recipient, row.recipient_name],
    [words.message, row.message],
    [words.paid, paidMessage(row)],
    [words.until, untilMessage(row)],
    [words.issued, words.by(row.issued_at, row.issued_by)],
    [words.redeemed, row.redeemed_at && words.by(row.redeemed_at, row.family_name)],
    [
      words.cancelled,
      row.cancelled_at &&
        [words.by(row.cancelled_at, row.cancelled_by), row.cancel_note].filter(Boolean).join(': '),
    ],
  ];
  return (
    <>
      <header className="side-head stack gap-2">
        <h2 id="side-title" className="numbers">
          {words.title(row.cents, row.last_four)} <StateTag state={row.state} />
        </h2>
      </header>
      <OutcomeNotice outcome={outcome} done={() => words.done} refused={refusedMessage} />
      <dl className="voucher-facts">
        {facts.map(
          ([title, text]) =>
            text !== null && (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      {row.family_id !== null && (
        <p>
          <a className="voucher-link" href={`${staffPaths.managementFamilies}?family=${row.family_id}`}>
            {words.openFamily}
          </a>
        </p>
      )}
      {(row.state === 'open' || row.state === 'expired') && <CancelForm detail={detail} row={row} />}
    </>
  );
}

function CancelForm({ detail, row }: { detail: VoucherDetailsStore; row: StaffVoucher }) {
  const busy = useStore(detail.$busy);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  function cancel(): void {
    setMissing(note.trim() === '');
    if (note.trim() !== '') void detail.cancel(note.trim());
  }
  return (
    <section className="sheet stack gap-2">
      <Field
        id="voucher-note"
        label={words.note}
        autoComplete="off"
        maxLength={200}
        value={note}
        error={missing ? words.noteMissing : undefined}
        onChange={({ target }) => setNote(target.value)}
      />
      <ConfirmButton
        name={words.cancel}
        about={listMessages.ends(row.last_four)}
        means={words.cancelMeans(row)}
        yes={words.cancelYes}
        no={words.cancelNo}
        busy={busy}
        harm
        onYes={cancel}
      />
    </section>
  );
}
