import type { FamilyDashboard } from '#contract/family.ts';
import { useStore } from '@nanostores/react';
import { childPath } from '#config/paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { nameOf, proposalMessages, askAboutProposal, sourceText, usedDetailMessages } from './messages.ts';
import { groupByChild, type Proposal } from './proposal.ts';
import { ALL, type Proposals } from './store.ts';

interface Props {
  store: Proposals;
  proposals: readonly Proposal[];
  family: FamilyDashboard;
}

/**
 * Lists a new family's details from its first bookings, which are already in use. The parent confirms, changes or
 * removes them.
 */
export function UsedDetails({ store, proposals, family }: Props) {
  const busy = useStore(store.$busy);
  const note = useStore(store.$note);
  return (
    <>
      <div>
        <h2>{usedDetailMessages.title}</h2>
        <p>{usedDetailMessages.lead}</p>
      </div>
      {groupByChild(proposals).map(({ childId, all }) => {
        const sources = new Set(all.map(sourceText));
        return (
          <div key={childId} className="proposal-group">
            <h3>{nameOf(childId, all, family)}</h3>
            {sources.size === 1 && <p className="quiet">{[...sources][0]}</p>}
            <ul>
              {all.map((proposal) => (
                <Row key={proposal.id} store={store} proposal={proposal} isSourceShown={sources.size > 1} />
              ))}
            </ul>
          </div>
        );
      })}
      {note?.id === ALL && <Notice tone={note.tone}>{note.text}</Notice>}
      <div className="row">
        <Button busy={busy.has(ALL)} onClick={() => void store.confirmAll(proposals)}>
          {usedDetailMessages.yesToAll}
        </Button>
      </div>
    </>
  );
}

/**
 * The step in which a parent can change a detail. A person from an order is not among them, because such a person
 * joins the list only when a parent accepts them.
 */
const stepOf: Partial<Record<Proposal['kind'], string>> = {
  person: 'about',
  health: 'health',
  emergency_contact: 'people',
};

function Row({
  store,
  proposal,
  isSourceShown,
}: {
  store: Proposals;
  proposal: Proposal;
  isSourceShown: boolean;
}) {
  const busy = useStore(store.$busy);
  const note = useStore(store.$note);
  const { label, text } = rowOf(proposal);
  const step = stepOf[proposal.kind];
  return (
    <li className="family-proposal">
      <div>
        <p>
          <b>{label}</b>
          <span className="sr-only">: </span>
          <span className="proposal-text">{text}</span>
        </p>
        {proposal.effect === 'order' && <p className="quiet">{usedDetailMessages.orderOnly}</p>}
        {isSourceShown && <p className="quiet">{sourceText(proposal)}</p>}
        {note?.id === proposal.id && <Notice tone={note.tone}>{note.text}</Notice>}
      </div>
      <div className="row" role="group" aria-label={`${label}: ${text}`}>
        {step !== undefined && (
          <ButtonLink kind="line" small href={`${childPath(proposal.child_id ?? '')}#${step}`}>
            {usedDetailMessages.change}
          </ButtonLink>
        )}
        <Button
          kind="line"
          small
          busy={busy.has(proposal.id)}
          onClick={() => void store.decide(proposal, false)}
        >
          {proposal.kind === 'person' ? proposalMessages.notOurs : usedDetailMessages.remove}
        </Button>
      </div>
    </li>
  );
}

function rowOf(proposal: Proposal): { label: string; text: string } {
  const question = askAboutProposal(proposal);
  return proposal.kind === 'person' ? { ...question, label: usedDetailMessages.child } : question;
}
