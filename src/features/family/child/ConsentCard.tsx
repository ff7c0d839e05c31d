import { useStore } from '@nanostores/react';
import type { ConsentText } from '#contract/orders.ts';
import { formatDate, today } from '#domain/dates.ts';
import type { ConsentStatus } from '#domain/consents.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Icon } from '#ui/Icon.tsx';
import { check } from '#ui/icons.ts';
import { SectionFailed } from '#ui/family/SectionState.tsx';
import { photoWithdrawal } from '#ui/family/messages.ts';
import { Notice } from '#ui/Notice.tsx';
import { type ChildPurpose, childPurposes, type Consents } from './consents.ts';
import { consentMessages } from './messages.ts';

export function ConsentCard({ consents, name }: { consents: Consents; name: string }) {
  const view = useStore(consents.$view);
  const busy = useStore(consents.$busy);
  const outcome = useStore(consents.$outcome);
  if (view.state !== 'ready')
    return <SectionFailed title={consentMessages.failed} onRetry={() => void consents.open()} />;
  const stalePurposes = consents.stalePurposes();
  return (
    <section className="card consents-card" id="consents" aria-labelledby="consents-title">
      <div>
        <h2 id="consents-title">{consentMessages.title}</h2>
        <p className="quiet">{consentMessages.lead}</p>
      </div>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {stalePurposes.length > 0 && (
        <div>
          <Button busy={busy} onClick={() => void consents.renewAll()}>
            {consentMessages.nothingChanged}
          </Button>
        </div>
      )}
      <ul className="consent-list">
        {childPurposes.map((purpose) => {
          const text = view.consents.texts.get(purpose);
          return (
            text && <ConsentRow key={purpose} consents={consents} purpose={purpose} text={text} name={name} />
          );
        })}
      </ul>
    </section>
  );
}

interface RowProps {
  consents: Consents;
  purpose: ChildPurpose;
  text: ConsentText;
  name: string;
}

function ConsentRow({ consents, purpose, text, name }: RowProps) {
  const busy = useStore(consents.$busy);
  const status = consents.readStatus(purpose);
  const isGiven = status.state === 'given' || status.state === 'stale';
  const isPhoto = purpose === 'photo';
  const about = <span className="sr-only">: {`${consentMessages.labels[purpose]}, ${name}`}</span>;
  return (
    <li>
      <div className="consent-head">
        <b>
          {isGiven && <Icon path={check} />}
          {consentMessages.labels[purpose]}
        </b>
        <span className={isGiven ? 'quiet' : 'consent-open'}>{stateMessage(status)}</span>
      </div>
      <details>
        <summary>
          {consentMessages.read}
          <span className="sr-only">: {text.title}</span>
        </summary>
        <div>
          <b>{text.title}</b>
          <p>{text.body}</p>
          <small>{consentMessages.version(text.version)}</small>
        </div>
      </details>
      <div className="row">
        {status.state !== 'given' && (
          <Button
            kind={isPhoto ? 'line' : 'solid'}
            small
            busy={busy}
            onClick={() => void consents.decide(purpose, true)}
          >
            {isPhoto ? consentMessages.photoYes : consentMessages.yes}
            {about}
          </Button>
        )}
        {isGiven && isPhoto && (
          <ConfirmButton
            {...photoWithdrawal(name)}
            busy={busy}
            harm
            onYes={() => void consents.decide(purpose, false)}
          />
        )}
        {(isPhoto ? status.state === 'never' : isGiven) && (
          <Button kind="line" small busy={busy} onClick={() => void consents.decide(purpose, false)}>
            {isPhoto ? consentMessages.photoNo : consentMessages.withdraw}
            {about}
          </Button>
        )}
      </div>
    </li>
  );
}

function stateMessage(status: ConsentStatus): string {
  if (status.state === 'never') return consentMessages.states.never;
  const date = formatDate(today(new Date(status.entry.created_at)));
  return consentMessages.states[status.state](date);
}
