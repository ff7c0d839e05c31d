import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { decisionKinds } from '#contract/management.ts';
import { createManagerAccess } from '#api/manager-access.ts';
import kayak from '#assets/mascot/kayak.svg?url';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { managed } from '#ui/staff/Managed.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { decisionTitle } from '#ui/staff/messages.ts';
import { Books } from './Books.tsx';
import { listMessages } from './messages.ts';
import { DecisionNotice } from './DecisionNotice.tsx';
import { Row } from './Row.tsx';
import { createDecisions, type Decisions, type View } from './store.ts';

/**
 * On this screen (`/management/decisions`), staff see everything that waits for a decision (decisions
 * "/management/decisions").
 */
function AllDecisions() {
  const [decisions] = useState(createDecisions);
  const view = useStore(decisions.$view);
  const outcome = useStore(decisions.$outcome);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => decisions.open(), [decisions]);
  const isShown =
    outcome?.state === 'refused' && view.state === 'ready' && view.rows.some(({ id }) => id === outcome.id);
  // When a row is answered, it disappears together with the focus, so the focus moves to the top.
  useEffect(() => {
    if (outcome !== null && document.activeElement === document.body) heading.current?.focus();
  }, [outcome]);
  return (
    <>
      <header className="staff-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {listMessages.title}
          </h1>
          <p className="quiet">{listMessages.lead}</p>
        </div>
      </header>
      <div className="decisions">
        {!isShown && <DecisionNotice outcome={outcome} />}
        {view.state === 'loading' && (
          <>
            <p className="sr-only" role="status">
              {listMessages.loading}
            </p>
            <span className="skeleton decisions-coming" aria-hidden="true" />
          </>
        )}
        {view.state === 'failed' && (
          <NotLoaded
            level={2}
            title={listMessages.failed}
            code={view.code}
            onRetry={() => void decisions.retry()}
          >
            {null}
          </NotLoaded>
        )}
        {view.state === 'ready' && <List decisions={decisions} view={view} />}
        <Books decisions={decisions} />
      </div>
    </>
  );
}

function List({ decisions, view }: { decisions: Decisions; view: Extract<View, { state: 'ready' }> }) {
  const kind = useStore(decisions.$kind);
  const busy = useStore(decisions.$busy);
  const { rows, kinds, next, more } = view;
  const count = Object.values(kinds).reduce((sum, kindCount) => sum + kindCount, 0);
  const filters = [
    null,
    ...decisionKinds.filter((candidate) => kinds[candidate] !== undefined || candidate === kind),
  ];
  if (count === 0)
    return (
      <EmptyState level={2} picture={kayak} title={listMessages.none}>
        {listMessages.noneText}
      </EmptyState>
    );
  return (
    <>
      <h2 className="sr-only">{listMessages.waiting}</h2>
      <div className="chips" role="group" aria-label={listMessages.kinds}>
        {filters.map((filter) => (
          <label key={filter ?? ''} className="chip">
            <input
              type="radio"
              name="kind"
              checked={filter === kind}
              onChange={() => decisions.choose(filter)}
            />
            {filter === null ? listMessages.all : decisionTitle(filter)}
            <span className="numbers">{filter === null ? count : (kinds[filter] ?? 0)}</span>
          </label>
        ))}
      </div>
      {kind === 'mail_failed' && (kinds.mail_failed ?? 0) > 1 && (
        <ConfirmButton
          name={listMessages.resendAll(kinds.mail_failed ?? 0)}
          means={listMessages.resendAllMeans}
          yes={listMessages.resendAllYes}
          no={listMessages.resendAllNo}
          busy={busy}
          onYes={() => void decisions.resendAll()}
        />
      )}
      {rows.length === 0 ? (
        <p className="quiet">{listMessages.noneOf}</p>
      ) : (
        <ul className="sheet decision-list" aria-label={listMessages.title}>
          {rows.map((row) => (
            <Row key={row.kind + row.id} decisions={decisions} row={row} />
          ))}
        </ul>
      )}
      {next !== null && (
        <div>
          <Button kind="line" small busy={more} onClick={() => void decisions.readMore()}>
            {listMessages.more}
          </Button>
        </div>
      )}
    </>
  );
}

export default managed(createManagerAccess(), listMessages.viewOffText, AllDecisions);
