import { Button, Heading, Link, Section, Text } from '@react-email/components';
import * as v from 'valibot';
import { formatDate, formatMoney } from './format.ts';
import { providerLines } from '../../contract/receipts.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { Instalments } from './Instalments.tsx';
import { campsOf, gstMessage, linkOf, MailOrder, onlyLines } from './order.ts';
import { Camps } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

const part = { cents: v.number(), due_on: v.string() };

export const DueOrder = v.object({
  ...MailOrder.entries,
  pay_token: v.optional(v.string()),
  instalment: v.object({ ...part, kind: v.picklist(['due', 'late']) }),
});
type DueOrder = v.InferOutput<typeof DueOrder>;

export const PaidPart = v.object({
  ...MailOrder.entries,
  instalment: v.object({ ...part, method: v.optional(v.nullable(v.string()), null) }),
});
type PaidPart = v.InferOutput<typeof PaidPart>;

export const placesOf = (order: MailOrder): MailOrder =>
  onlyLines(
    order,
    order.lines.filter(({ status }) => status !== 'cancelled').map(({ line_id }) => line_id),
  );

function ManageLink({ order, siteUrl }: { order: MailOrder; siteUrl: string }) {
  const url = linkOf(order, siteUrl);
  return (
    url && (
      <Text style={{ ...style.small, marginTop: 16 }}>
        {say`Please keep the links in this e-mail to yourself: anyone who has them can see, change or cancel your booking.`}
        <br />
        <Link href={url} style={style.link}>
          {say`Open your booking`}
        </Link>
      </Text>
    )
  );
}

export function InstalmentDue({ order, siteUrl }: { order: DueOrder; siteUrl: string }) {
  const { cents, due_on, kind } = order.instalment;
  const isLate = kind === 'late';
  return (
    <Frame
      preview={say`${formatMoney(cents)} ${isLate ? say`was due on` : say`is due by`} ${formatDate(due_on)}. You can pay by card with the link.`}
    >
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {isLate
            ? say`${formatMoney(cents)} is still to be paid.`
            : say`${formatMoney(cents)} to pay by ${formatDate(due_on)}.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(order.parent_name)}{' '}
          {isLate
            ? say`we have not received ${formatMoney(cents)}, which was due on ${formatDate(due_on)}, for:`
            : say`your booking is confirmed, and ${formatMoney(cents)} of its price is due by ${formatDate(due_on)}:`}
        </Text>
        <Camps camps={campsOf(placesOf(order))} />
        {order.pay_token && (
          <Button href={`${siteUrl}/pay#${order.pay_token}`} className="button" style={style.button}>
            {say`Pay ${formatMoney(cents)}`}
          </Button>
        )}
        <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
          {isLate
            ? say`Please pay soon. If you need more time, just reply to this e-mail. If we hear nothing, we may have to cancel the booking. If you have just paid, please ignore this.`
            : say`You can also pay at our desk. If you have just paid, please ignore this.`}
        </Text>
        <ManageLink order={order} siteUrl={siteUrl} />
      </Section>
      <Instalments order={order} />
    </Frame>
  );
}

export function InstalmentPaid({ order, siteUrl }: { order: PaidPart; siteUrl: string }) {
  const { cents, method } = order.instalment;
  const isBalance = method === 'balance';
  const open = order.instalments?.open_cents ?? 0;
  return (
    <Frame
      preview={
        isBalance
          ? say`${formatMoney(cents)} of order ${order.number} is paid from your balance.`
          : say`Thank you: we received ${formatMoney(cents)} for order ${order.number}.`
      }
    >
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {isBalance
            ? say`${formatMoney(cents)} is paid from your balance.`
            : say`We received ${formatMoney(cents)}.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(order.parent_name)} thank you. ${open > 0 ? say`${formatMoney(open)} is still to be paid for:` : say`This is now paid in full:`}`}
        </Text>
        <Camps camps={campsOf(placesOf(order))} />
        <Text style={style.small}>
          {say`Order ${order.number}`}
          {order.invoice && (
            <>
              <br />
              {say`Invoice ${order.invoice}, ${formatMoney(cents)}`}
            </>
          )}
          {order.gst && (
            <>
              <br />
              {gstMessage(order.gst)}
            </>
          )}
          {order.provider && (
            <>
              <br />
              {providerLines(order.provider).join(', ')}
            </>
          )}
        </Text>
        <ManageLink order={order} siteUrl={siteUrl} />
      </Section>
      <Instalments order={order} />
    </Frame>
  );
}
