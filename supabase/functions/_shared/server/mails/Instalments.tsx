import { Heading, Section, Text } from '@react-email/components';
import { formatDate, formatMoney } from './format.ts';
import type { MailOrder } from './order.ts';
import { style } from './theme.ts';
import { say } from './say.ts';

const statusOf: Record<NonNullable<MailOrder['instalments']>['parts'][number]['status'], string> = {
  due: 'to pay by',
  late: 'was due on',
  paid: 'paid',
  lapsed: 'not paid by',
  cancelled: 'cancelled',
};

export function Instalments({ order }: { order: MailOrder }) {
  if (!order.instalments) return null;
  return (
    <Section className="card" style={style.card}>
      <Heading as="h2" style={style.subheading}>
        {say`Your payments`}
      </Heading>
      <table className="receipt" style={style.table}>
        <tbody>
          {order.instalments.parts.map((part) => (
            <tr key={part.id}>
              <th scope="row" style={style.cell}>
                {part.is_deposit ? say`Deposit` : say`Payment`}, {statusOf[part.status]}
                {['due', 'late', 'lapsed'].includes(part.status) && ` ${formatDate(part.due_on)}`}
              </th>
              <td style={style.amount}>{formatMoney(part.cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.instalments.open_cents > 0 && (
        <Text style={style.small}>
          {order.instalments.parts.some(({ status }) => status === 'due') &&
            say`We e-mail you before each date, with a link to pay by card.`}{' '}
          {say`If you cancel, you pay nothing more. What is not paid yet is taken off any refund under the rules of your booking.`}
        </Text>
      )}
    </Section>
  );
}
