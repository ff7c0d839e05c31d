import { formatPhone } from '#contract/phone-format.ts';
import { Icon } from '#ui/Icon.tsx';
import { phone as phoneIcon } from '#ui/staff/icons.ts';
import { Verbatim } from '#ui/Verbatim.tsx';
import type { Child } from '../model.ts';
import { callMessages } from './messages.ts';
import './health.css';

/** Links for calling the parents and then the emergency contacts. */
export function CallLinks({ child: { name, parents, emergency_contacts } }: { child: Child }) {
  return (
    <div className="calls" role="group" aria-label={callMessages.group(name)}>
      {parents.length === 0 && <p className="no-number">{callMessages.noParent}</p>}
      {parents.map(({ name: person, phone }) => (
        <Call key={phone} who={person} about={callMessages.parent} phone={phone} />
      ))}
      {emergency_contacts.length === 0 && <p className="no-number">{callMessages.noContact}</p>}
      {emergency_contacts.map(({ name: person, relationship, phone }, index) => (
        <Call key={index} who={person} about={relationship ?? callMessages.contact} phone={phone} />
      ))}
    </div>
  );
}

const Call = ({ who, about, phone }: { who: string; about: string; phone: string }) => (
  <a href={`tel:${phone}`}>
    <Icon path={phoneIcon} />
    <span>
      <span className="sr-only">{callMessages.call}</span>
      <Verbatim>{who}</Verbatim>
      <span className="sr-only">, </span>
      <small>
        {about}
        <span className="print-only">
          {' '}
          <Verbatim>{formatPhone(phone)}</Verbatim>
        </span>
        <span className="sr-only">, {formatPhone(phone)}</span>
      </small>
    </span>
  </a>
);
