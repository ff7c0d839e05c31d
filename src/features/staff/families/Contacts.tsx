import { useStore } from '@nanostores/react';
import { changeMessages } from './change-messages.ts';
import { ChangeButtons } from './ChangeButtons.tsx';
import type { FamilyDetailsStore } from './detail.ts';
import { correctEmergencyContact } from './phone-changes.ts';
import { phoneMessages } from './phone-messages.ts';

/** Lists the emergency contacts after a click, because each read is logged. Staff correct them, but remove nobody. */
export function Contacts({ detail, busy }: { detail: FamilyDetailsStore; busy: boolean }) {
  const contacts = useStore(detail.$contacts);
  if (contacts === null) return null;
  return (
    <div role="group" aria-label={phoneMessages.contacts}>
      <h3>{phoneMessages.contacts}</h3>
      <p className="quiet">
        {contacts.length === 0 ? phoneMessages.noContacts : phoneMessages.contactsLogged}
      </p>
      <ul>
        {contacts.map((contact) => (
          <li key={contact.id} className="family-note">
            <p>{phoneMessages.contactLine(contact)}</p>
            <p className="quiet">{phoneMessages.contactFor(contact)}</p>
            <ChangeButtons
              name={contact.name}
              busy={busy}
              changes={[
                [changeMessages.correctButton, () => detail.openChange(correctEmergencyContact(contact))],
              ]}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
