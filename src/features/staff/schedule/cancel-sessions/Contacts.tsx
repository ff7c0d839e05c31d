import type { PlaceContact, ScheduleItem } from '#contract/management-schedule.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { contactMessages } from './messages.ts';

interface Props {
  contacts: readonly PlaceContact[];
  items: readonly ScheduleItem[];
  reason: string;
}

/** The families of what was just cancelled: at short notice an e-mail may be read too late. */
export function Contacts({ contacts, items, reason }: Props) {
  if (contacts.length === 0) return null;
  return (
    <section className="sheet" aria-labelledby="cancel-contacts">
      <header>
        <h3 id="cancel-contacts">{contactMessages.title}</h3>
      </header>
      <p className="quiet">{contactMessages.text}</p>
      <ul>
        {contacts.map(({ children, parents }) => (
          <li key={children.join()}>
            <b>{children.join(', ')}</b>
            {parents.every(({ phone }) => phone === null) && <p>{contactMessages.noNumber}</p>}
            {parents.map(
              ({ name, phone }) =>
                phone !== null && (
                  <p key={phone} className="row">
                    <ButtonLink kind="line" small href={`tel:${phone}`}>
                      {contactMessages.call(name, formatPhone(phone))}
                    </ButtonLink>
                    <ButtonLink
                      kind="line"
                      small
                      href={whatsappLink(phone, contactMessages.chat(name, items, reason))}
                      target="_blank"
                      rel="noopener"
                      aria-label={contactMessages.writeTo(name, children)}
                    >
                      {contactMessages.write}
                    </ButtonLink>
                  </p>
                ),
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
