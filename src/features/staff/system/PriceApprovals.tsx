import { useEffect, useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { PriceApprovals as Approvals } from '#contract/management-system.ts';
import { errorText } from '#api/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { approvePrice, fetchPriceApprovals } from './api.ts';
import { approvalMessages as words, approvalRefusals } from './approval-messages.ts';

type View = { state: 'loading' | 'failed' } | { state: 'ready'; approvals: Approvals };
type Outcome = { state: 'done'; approved: boolean } | { state: 'refused'; code: ErrorCode };

/** Lists prices below the floor. Such a price is charged only after two admins have approved it. */
export function PriceApprovals() {
  const [view, setView] = useState<View>({ state: 'loading' });
  const { busy, outcome, run } = useAction<Outcome>();
  const read = () =>
    fetchPriceApprovals().then((answer) =>
      setView(answer.ok ? { state: 'ready', approvals: answer.value } : { state: 'failed' }),
    );
  useEffect(() => void read(), []);
  const approve = ({ id, seen }: Approvals[number]) =>
    void run(async () => {
      const answer = await approvePrice(id, seen);
      await read();
      return answer.ok
        ? { state: 'done', approved: answer.value.approved }
        : { state: 'refused', code: answer.code };
    });
  const approvals = view.state === 'ready' ? view.approvals : [];
  return (
    <section className="sheet" aria-labelledby="price-approvals" aria-busy={view.state === 'loading'}>
      <header>
        <h2 id="price-approvals">{words.title}</h2>
        {approvals.length > 0 && <span className="tag warn numbers">{approvals.length}</span>}
      </header>
      <OutcomeNotice
        outcome={outcome}
        done={({ approved }) => words.done(approved)}
        refused={({ code }) => errorText(code, approvalRefusals)}
      />
      {view.state === 'ready' && approvals.length === 0 && <p className="quiet">{words.none}</p>}
      {view.state === 'failed' && (
        <p>
          {words.failed}{' '}
          <Button kind="line" small onClick={() => void read()}>
            {words.again}
          </Button>
        </p>
      )}
      <ul>
        {approvals.map((row) => (
          <li key={row.id}>
            <p>
              <b>{row.title}</b> {words.prices(row)}
            </p>
            <p className="quiet">{words.status(row)}</p>
            {!row.is_approved && !row.proposed_by_me && (
              <ConfirmButton
                name={words.approve(row.is_proposed)}
                label={`${words.approve(row.is_proposed)}: ${row.title}`}
                about={words.prices(row)}
                means={words.means(row.is_proposed)}
                yes={words.yes}
                no={words.no}
                busy={busy}
                onYes={() => approve(row)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
