import type { OrderView } from '#contract/orders.ts';
import { whatsappLink } from '../../lib/whatsapp.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { chat } from '../../ui/icons.ts';
import type { Contact } from './Confirmation.tsx';
import { messages } from './messages.ts';
import { dayOf } from './model.ts';

/** The parents' group of the day booked; the chat with us has the day's text already typed. */
export function Group({ order, contact }: { order: OrderView; contact: Contact }) {
  const day = dayOf(order);
  if (day === null) return null;
  const group = day === 'Sunday' ? contact.sundayGroup : contact.saturdayGroup;
  const chatUrl = whatsappLink(contact.whatsapp, messages.groupText(day, order.number));
  return (
    <section className="group-card no-print">
      <h2>Meet the other parents</h2>
      <p>One WhatsApp group for {day}s: rain calls, lost helmets, and pictures. Quiet otherwise.</p>
      <ButtonLink kind="line" href={group || chatUrl} target="_blank" rel="noopener">
        <Icon path={chat} />
        {messages.joinGroup(day)}
      </ButtonLink>
      <a href={chatUrl} target="_blank" rel="noopener">
        Or write to us
      </a>
    </section>
  );
}
