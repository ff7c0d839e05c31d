import type { OrderView } from '#contract/orders.ts';
import { weekdayName } from '#domain/weekday-name.ts';
import { fill } from '#domain/fill.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chat } from '#ui/icons.ts';
import { type Contact, dateOf, dayOf, hasCamp } from './model.ts';
import { messages } from './messages.ts';
import type { Words } from './content.ts';

/**
 * Links to the parents' group, which only weekend classes have. Parents of a camp or a weekday class chat with the
 * team instead.
 */
export function ParentsGroup({
  order,
  contact,
  words,
}: {
  order: OrderView;
  contact: Contact;
  words: Words['group'];
}) {
  const day = dayOf(order);
  const camp = hasCamp(order);
  const isWeekend = day === 'Saturday' || day === 'Sunday';
  return (
    <>
      {day !== null && !isWeekend && (
        <TeamChat
          {...messages.classGroup}
          href={whatsappLink(
            contact.whatsapp,
            messages.classGroup.chat(weekdayName(dateOf(order) ?? ''), order.number),
          )}
        />
      )}
      {isWeekend && words && (
        <DayGroup
          day={day}
          name={weekdayName(dateOf(order) ?? '')}
          number={order.number}
          contact={contact}
          words={words}
        />
      )}
      {camp && (
        <TeamChat
          {...messages.campGroup}
          href={whatsappLink(contact.whatsapp, messages.campGroup.chat(order.number))}
        />
      )}
    </>
  );
}

interface TeamChatProps {
  title: string;
  text: string;
  action: string;
  href: string;
}

const TeamChat = ({ title, text, action, href }: TeamChatProps) => (
  <section className="group-card no-print">
    <h2>{title}</h2>
    <p>{text}</p>
    <ButtonLink kind="line" href={href} target="_blank" rel="noopener">
      <Icon path={chat} />
      {action}
    </ButtonLink>
  </section>
);

function DayGroup({
  day,
  name,
  number,
  contact,
  words,
}: {
  day: string;
  /** `name` is the day in the form that parents read. */
  name: string;
  number: string;
  contact: Contact;
  words: NonNullable<Words['group']>;
}) {
  const values = { day: name, order: number };
  const group = day === 'Sunday' ? contact.sundayGroup : contact.saturdayGroup;
  const chatUrl = whatsappLink(contact.whatsapp, fill(words.message, values));
  return (
    <section className="group-card no-print">
      <h2>{fill(words.heading, values)}</h2>
      <p>{fill(words.text, values)}</p>
      <ButtonLink kind="line" href={group || chatUrl} target="_blank" rel="noopener">
        <Icon path={chat} />
        {fill(words.label, values)}
      </ButtonLink>
      <a href={chatUrl} target="_blank" rel="noopener">
        Or write to us
      </a>
    </section>
  );
}
