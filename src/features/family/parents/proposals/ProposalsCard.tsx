import type { FamilyDashboard } from '#contract/family.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { SectionFailed, SectionWaiting } from '#ui/family/SectionState.tsx';
import { Notice } from '#ui/Notice.tsx';
import { nameOf, proposalMessages, askAboutProposal, sourceText, valueText } from './messages.ts';
import { groupByChild, type Proposal, splitByUse } from './proposal.ts';
import { type Proposals, currentText } from './store.ts';
import { UsedDetails } from './UsedDetails.tsx';

interface Props {
  proposals: Proposals;
  family: FamilyDashboard;
}

/** Lists details that came with an order. The family keeps them only if a parent accepts them. */
export function ProposalsCard({ proposals: store, family }: Props) {
  const view = useStore(store.$view);
  const note = useStore(store.$note);
  useEffect(() => void store.open(), [store]);
  const generalNote = note?.id === null ? note : null;
  if (view.state === 'failed') return <SectionFailed title={proposalMessages.failed} onRetry={store.retry} />;
  if (view.state === 'loading') return <SectionWaiting rows={2} label="Loading details from your bookings" />;
  const isDone = view.proposals.length === 0;
  if (isDone && !generalNote) return null;
  const { alreadyUsed, open: pendingProposals } = splitByUse(view.proposals);
  return (
    <section className="card family-proposals" id="proposals" aria-label={proposalMessages.title}>
      <SavedNote
        text={generalNote && `${generalNote.text}${isDone ? ` ${proposalMessages.allAnswered}` : ''}`}
      />
      {alreadyUsed.length > 0 && <UsedDetails store={store} proposals={alreadyUsed} family={family} />}
      {pendingProposals.length > 0 && (
        <div>
          <h2>{proposalMessages.title}</h2>
          <p>{proposalMessages.lead}</p>
        </div>
      )}
      {groupByChild(pendingProposals).map(({ childId, all }) => (
        <div key={childId ?? 'family'} className="proposal-group">
          <h3>{nameOf(childId, all, family)}</h3>
          <ul>
            {all.map((proposal) => (
              <ProposalItem key={proposal.id} store={store} proposal={proposal} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Shows the result. The pressed button disappears, so the focus moves to this note. */
function SavedNote({ text }: { text: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text !== null) box.current?.focus();
  }, [text]);
  return (
    <div ref={box} tabIndex={-1}>
      {text !== null && <Notice>{text}</Notice>}
    </div>
  );
}

function ProposalItem({ store, proposal }: { store: Proposals; proposal: Proposal }) {
  const view = useStore(store.$view);
  const busy = useStore(store.$busy);
  const note = useStore(store.$note);
  const { label, text } = askAboutProposal(proposal);
  const isPerson = proposal.kind === 'person';
  const replaces = ['child', 'health', 'behaviour'].includes(proposal.kind);
  const current = view.state === 'ready' ? currentText(proposal, view.children) : null;
  return (
    <li className="family-proposal">
      <div>
        <p>
          <b>{label}</b>
          <span className="sr-only">: </span>
          <span className="proposal-text">{text}</span>
        </p>
        {replaces && (
          <p className="quiet">
            {proposalMessages.currentValue} {valueText(current)}
          </p>
        )}
        {proposal.effect === 'order' && <p className="quiet">{proposalMessages.orderOnly}</p>}
        <p className="quiet">{sourceText(proposal)}</p>
        {note?.id === proposal.id && <Notice tone={note.tone}>{note.text}</Notice>}
      </div>
      <div className="row" role="group" aria-label={`${label}: ${text}`}>
        <Button
          kind="solid"
          small
          busy={busy.has(proposal.id)}
          onClick={() => void store.decide(proposal, true)}
        >
          {isPerson ? proposalMessages.ours : proposalMessages.yes}
        </Button>
        <Button
          kind="line"
          small
          disabled={busy.has(proposal.id)}
          onClick={() => void store.decide(proposal, false)}
        >
          {isPerson ? proposalMessages.notOurs : proposalMessages.no}
        </Button>
      </div>
    </li>
  );
}
