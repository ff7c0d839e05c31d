import type { FamilyDashboard } from '#contract/family.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { paths } from '#config/paths.ts';
import { Button } from '#ui/Button.tsx';
import { Confirm } from '#ui/Confirm.tsx';
import { photoWithdrawal } from '#ui/family/messages.ts';
import { Notice } from '#ui/Notice.tsx';
import type { Consents } from './consents.ts';
import { consentMessages, entryMessage, meaningMessages, stateMessage } from './messages.ts';
import { type Consent, forWhom, whoAnswered } from './model.ts';

interface Props {
  store: Consents;
  consent: Consent;
  family: FamilyDashboard;
}

export function ConsentRow({ store, consent, family }: Props) {
  const { purpose, text, rows } = consent;
  const note = useStore(store.$message);
  const busy = useStore(store.$busy);
  const unanswered = rows.filter(({ status }) => status.state === 'never');
  const ownNote = note?.place === purpose ? note : null;
  const isShown = !consent.isPreference && unanswered.length > 0;
  return (
    <li className="consent-of" id={`consent-${purpose}`}>
      <h3>{text.title}</h3>
      {isShown && <blockquote>{text.body}</blockquote>}
      <ul>
        {rows.map((row) => (
          <Row key={row.childId ?? 'me'} store={store} consent={consent} row={row} family={family} />
        ))}
      </ul>
      {isShown && (
        <div>
          <Button
            kind="solid"
            small
            busy={busy}
            onClick={() =>
              void store.save(
                purpose,
                unanswered.map(({ childId }) => ({ purpose, childId, given: true, version: text.version })),
              )
            }
          >
            {unanswered.every(({ childId }) => childId === null)
              ? consentMessages.agree
              : consentMessages.agreeFor(unanswered.map(({ name }) => name))}
          </Button>
        </div>
      )}
      {ownNote && <Notice tone={ownNote.tone}>{ownNote.text}</Notice>}
      <p className="quiet">{meaningMessages[purpose]}</p>
      <FullText consent={consent} family={family} isShown={isShown} />
    </li>
  );
}

interface RowProps extends Props {
  row: Consent['rows'][number];
}

function Row({ store, consent: { purpose, text, isPreference }, row, family }: RowProps) {
  /** The answer that is being saved. The row shows it at once, and reverts it if saving fails. */
  const [pendingAnswer, setPendingAnswer] = useState<boolean | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { childId, name, status } = row;
  const withdrawal = photoWithdrawal(name);
  const answeredBy = status.state === 'never' ? '' : whoAnswered(status.entry, family);
  const recordAnswer = (isGiven: boolean) => {
    setPendingAnswer(isGiven);
    void store
      .save(purpose, [{ purpose, childId, given: isGiven, version: text.version }])
      .finally(() => setPendingAnswer(null));
  };
  // An outdated answer is not chosen, so that it can be given again.
  const isGiven = { never: null, stale: null, given: true, refused: false }[status.state];
  const deletesPhotos = purpose === 'photo' && (status.state === 'given' || status.state === 'stale');
  return (
    <li className="consent-row">
      <span>
        {name !== '' && <b>{name}</b>}
        <span className={`consent-state ${status.state}`}>{stateMessage(status, answeredBy)}</span>
      </span>
      {isPreference ? (
        <fieldset className="chips">
          <legend className="sr-only">
            {text.title}
            {name !== '' && `, ${name}`}
          </legend>
          {[true, false].map((answer) => (
            <label key={String(answer)} className="chip">
              <input
                type="radio"
                name={`${purpose}-${childId ?? 'me'}`}
                checked={(pendingAnswer ?? isGiven) === answer}
                onChange={() => (!answer && deletesPhotos ? setAsking(true) : recordAnswer(answer))}
              />
              {answer ? consentMessages.yes : consentMessages.no}
            </label>
          ))}
        </fieldset>
      ) : (
        <ChangeOfMind
          name={name}
          title={text.title}
          status={status.state}
          busy={pendingAnswer !== null}
          onSay={recordAnswer}
        />
      )}
      {isAsking && (
        <Confirm
          yes={withdrawal.yes}
          no={withdrawal.no}
          title={withdrawal.question}
          busy={pendingAnswer !== null}
          harm
          onYes={() => {
            setAsking(false);
            recordAnswer(false);
          }}
          onNo={() => setAsking(false)}
        >
          {withdrawal.means}
        </Confirm>
      )}
    </li>
  );
}

interface ChangeProps {
  name: string;
  title: string;
  status: Consent['rows'][number]['status']['state'];
  busy: boolean;
  onSay: (given: boolean) => void;
}

function ChangeOfMind({ name, title, status, busy, onSay }: ChangeProps) {
  if (status === 'never') return null;
  const isNo = status === 'refused';
  const word = isNo ? consentMessages.agreeAgain : consentMessages.withdraw;
  return (
    <button
      type="button"
      className="text-button"
      aria-label={`${word}: ${[title, name].filter(Boolean).join(', ')}`}
      aria-disabled={busy}
      onClick={() => onSay(isNo)}
    >
      {word}
    </button>
  );
}

interface FullProps extends Pick<Props, 'consent' | 'family'> {
  isShown: boolean;
}

function FullText({ consent: { purpose, text, history }, family, isShown }: FullProps) {
  return (
    <div className="consent-full">
      {purpose === 'terms' && (
        <p className="links">
          <a href={paths.terms} target="_blank" rel="noopener">
            Terms and conditions
          </a>
          <a href={paths.privacy} target="_blank" rel="noopener">
            Privacy policy
          </a>
        </p>
      )}
      {!isShown && (
        <details>
          <summary>
            {consentMessages.read}
            <span className="sr-only">: {text.title}</span>
          </summary>
          <p>{text.body}</p>
          <p className="quiet">{consentMessages.version(text.version)}</p>
        </details>
      )}
      {history.length > 0 && (
        <details>
          <summary>
            {consentMessages.history}
            <span className="sr-only">: {text.title}</span>
          </summary>
          <ul>
            {history.map((entry) => (
              <li key={entry.id}>
                {entryMessage(entry, whoAnswered(entry, family), forWhom(entry, family))}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
