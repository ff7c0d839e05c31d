import { useStore } from '@nanostores/react';
import { formatPhone } from '#contract/phone-format.ts';
import type { FamilyPage } from '#contract/management-families.ts';
import { $heldRoles } from '#browser/held-roles.ts';
import { mailLink } from '#domain/mail-link.ts';
import { ChangeButtons } from './ChangeButtons.tsx';
import { correctContact } from './changes.ts';
import { Contacts } from './Contacts.tsx';
import type { FamilyDetailsStore } from './detail.ts';
import { HealthButton } from './HealthButton.tsx';
import { changeMessages } from './change-messages.ts';
import { inviteParent, phoneContact, removeParent } from './phone-changes.ts';
import { phoneMessages } from './phone-messages.ts';
import { parentMessages } from './messages.ts';
import { PageSection } from './PageSection.tsx';

interface Props {
  detail: FamilyDetailsStore;
  details: FamilyPage;
  busy: boolean;
}

/** A guest's contact details are shown as they were typed. */
export function Parents({ detail, details, busy }: Props) {
  const health = useStore(detail.$health);
  const mayRemove = useStore($heldRoles)?.includes('business_admin') ?? false;
  const { contact, parents } = details;
  return (
    <PageSection title={parentMessages.title}>
      <ul className="family-parents">
        {parents.length === 0 && (
          <li>
            <h3>{contact.name}</h3>
            <ContactDetails email={contact.email} phone={contact.phone} />
            <p>
              <span className="tag warn">{parentMessages.unconfirmedGuest}</span>
            </p>
            <ChangeButtons
              name={contact.name}
              busy={busy}
              changes={[
                [
                  changeMessages.correctButton,
                  () => detail.openChange(correctContact({ guest: details.family.family_id }, contact)),
                ],
              ]}
            />
          </li>
        )}
        {parents.map((parent) => (
          <li key={parent.id}>
            <h3>{parent.name === '' ? parent.email : parent.name}</h3>
            <ContactDetails email={parent.email} phone={parent.phone} />
            <p className="tags">
              <span className="tag">{parent.is_first ? parentMessages.first : parentMessages.second}</span>
              <span className={parent.is_verified ? 'tag good' : 'tag warn'}>
                {parent.is_verified ? parentMessages.verified : parentMessages.unverified}
              </span>
              {parent.roles.map((role) => (
                <span key={role} className="tag">
                  {parentMessages.roles[role]}
                </span>
              ))}
            </p>
            <p className="quiet">{parentMessages.lastSignIn(parent.seen_at)}</p>
            <ChangeButtons
              name={parent.name === '' ? (parent.email ?? '') : parent.name}
              busy={busy}
              changes={[
                [
                  changeMessages.correctButton,
                  () => detail.openChange(correctContact({ parent: parent.id }, parent)),
                ],
                ...(mayRemove && parents.length === 2 ? [removeButton(detail, details, parent)] : []),
              ]}
            />
            <HealthButton
              id={parent.id}
              name={parent.name}
              details={health.get(parent.id)}
              busy={busy}
              onView={() => void detail.readParentHealth(parent.id)}
              onHide={() => detail.hideHealth(parent.id)}
            />
          </li>
        ))}
      </ul>
      <ChangeButtons
        name={details.family.name}
        busy={busy}
        changes={[
          [phoneMessages.contactButton, () => detail.openChange(phoneContact(details.family.family_id))],
          [phoneMessages.contactsButton, () => void detail.readContacts()],
          ...(parents.length === 1 ? [inviteButton(detail, details)] : []),
        ]}
      />
      {parents.length === 2 && !mayRemove && <p className="quiet no-print">{phoneMessages.whoRemoves}</p>}
      <Contacts detail={detail} busy={busy} />
    </PageSection>
  );
}

const ContactDetails = ({ email, phone }: { email: string | null; phone: string | null }) => (
  <p className="family-reach">
    {email !== null && <a href={mailLink(email)}>{email}</a>}
    {phone !== null && <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
  </p>
);

const removeButton = (
  detail: FamilyDetailsStore,
  { family }: FamilyPage,
  { id, name, email }: FamilyPage['parents'][number],
): [string, () => void] => [
  phoneMessages.removeButton,
  () => detail.openChange(removeParent(family.family_id, { id, name: name === '' ? (email ?? '') : name })),
];

const inviteButton = (detail: FamilyDetailsStore, { family }: FamilyPage): [string, () => void] => [
  phoneMessages.inviteButton,
  () => detail.openChange(inviteParent(family.family_id)),
];
