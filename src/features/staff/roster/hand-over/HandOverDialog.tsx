import type { Concern } from '#contract/roster.ts';
import { useState } from 'react';
import { formatPhone } from '#contract/phone-format.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { placeOnDay } from '../messages.ts';
import type { Child, RosterEntry } from '../model.ts';
import { Sheet } from '../Sheet.tsx';
import type { OwnMark } from '../store.ts';
import { CodeForm } from './CodeForm.tsx';
import { Confirm } from './Confirm.tsx';
import { findConcerns, type HandOver, startHandOver } from './draft.ts';
import { NotHandedOver } from './NotHandedOver.tsx';
import { OtherPerson } from './OtherPerson.tsx';
import { blockedLines, collectorFacts, handOverMessages } from './messages.ts';
import './hand-over.css';

interface Props {
  place: RosterEntry;
  child: Child;
  onMark: (mark: OwnMark) => void;
  onClose: () => void;
}

type Step = 'choose' | 'other' | 'refuse' | { draft: HandOver; concerns: readonly Concern[] };

/** Concerns must be confirmed before a child is handed over (decisions "Handing a child over"). */
export function HandOverDialog({ place, child, onMark, onClose }: Props) {
  const [step, setStep] = useState<Step>('choose');
  const record = (draft: HandOver, reason: string | null) => {
    onMark({ kind: 'out', ...draft, reason, confirmed: reason !== null });
    onClose();
  };
  const checkConcerns = (draft: HandOver) => {
    const concerns = findConcerns(child, draft);
    if (concerns.length === 0) record(draft, null);
    else setStep({ draft, concerns });
  };
  return (
    <Sheet
      title={handOverMessages.title(child.name)}
      names={[child.name]}
      about={placeOnDay(place)}
      onClose={onClose}
    >
      {step !== 'choose' && (
        <Button kind="line" small onClick={() => setStep('choose')}>
          {handOverMessages.back}
        </Button>
      )}
      {step === 'choose' && <CollectorChoice child={child} onHandOver={checkConcerns} onStep={setStep} />}
      {step === 'other' && <OtherPerson child={child} onHandOver={checkConcerns} />}
      {step === 'refuse' && (
        <NotHandedOver
          child={child}
          onRefuse={(handed_to, reason) => {
            onMark({ kind: 'not_handed_over', handed_to, reason });
            onClose();
          }}
        />
      )}
      {typeof step === 'object' && (
        <Confirm
          child={child}
          name={step.draft.handed_to}
          concerns={step.concerns}
          onConfirm={(reason) => record(step.draft, reason)}
        />
      )}
    </Sheet>
  );
}

interface ChooseProps {
  child: Child;
  onHandOver: (draft: HandOver) => void;
  onStep: (step: 'other' | 'refuse') => void;
}

function CollectorChoice({ child, onHandOver, onStep }: ChooseProps) {
  const { collecting_parents: parents, pickup_authorizations, blocked_collectors } = child;
  return (
    <>
      {blocked_collectors.length > 0 && (
        <Notice tone="bad" title={handOverMessages.blocked} list={blockedLines(child)} />
      )}
      <CodeForm child={child} onHandOver={(name) => onHandOver(startHandOver('listed_person', name))} />
      <div className="fetchers" role="group" aria-label={handOverMessages.parents}>
        <h3>{handOverMessages.parents}</h3>
        {parents.length === 0 && <p className="quiet">{handOverMessages.noParent}</p>}
        {parents.map(({ name, phone }) => (
          <div key={name} className="parent-row">
            <Button kind="line" wide onClick={() => onHandOver(startHandOver('parent', name))}>
              <span>
                <Verbatim>{name}</Verbatim>
                <small>{phone === null ? handOverMessages.noPhone : formatPhone(phone)}</small>
              </span>
            </Button>
            {phone !== null && (
              <a className="button line" href={`tel:${phone}`} aria-label={handOverMessages.call(name)}>
                Call
              </a>
            )}
          </div>
        ))}
      </div>
      <div className="fetchers" role="group" aria-label={handOverMessages.list}>
        <h3>{handOverMessages.list}</h3>
        {pickup_authorizations.length === 0 && <p className="quiet">{handOverMessages.nobody}</p>}
        {pickup_authorizations.map((person, index) => (
          <Button
            key={index}
            kind="line"
            wide
            onClick={() => onHandOver(startHandOver('listed_person', person.name))}
          >
            <span>
              <Verbatim>{person.name}</Verbatim>
              <small>{collectorFacts(person)}</small>
            </span>
          </Button>
        ))}
      </div>
      <div className="stack mt-5 gap-2">
        <Button kind="line" onClick={() => onStep('other')}>
          {handOverMessages.otherPerson}
        </Button>
        <Button kind="line" onClick={() => onHandOver(startHandOver('alone', null))}>
          {handOverMessages.alone}
        </Button>
        <Button kind="line" onClick={() => onStep('refuse')}>
          {handOverMessages.refuse}
        </Button>
      </div>
    </>
  );
}
