import { Button, Heading, Section, Text } from '@react-email/components';
import { formatMoney } from './format.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { campsOf, type MailOrder, manageUrl, sessionsOf } from './order.ts';
import { Receipt } from './Receipt.tsx';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

/** Returns whether the family can only choose a refund. SQL decides so after a deposit (private.late_choices). */
export const onlyRefund = ({ late_choices: kinds }: MailOrder): boolean =>
  kinds?.every((kind) => kind === 'refund') ?? false;

export function PaidLateChoice({ order, siteUrl }: { order: MailOrder; siteUrl: string }) {
  const paid = order.total_cents - (order.instalments?.open_cents ?? 0);
  const refundOnly = onlyRefund(order);
  const waiting = { ...order, lines: order.lines.filter(({ status }) => status === 'needs_choice') };
  const booked = { ...order, lines: order.lines.filter(({ status }) => status === 'placed') };
  const isPart = booked.lines.length > 0;
  return (
    <Frame
      preview={
        refundOnly
          ? say`Your money is safe. You can have your deposit back.`
          : say`Your money is safe. Choose another date or a full refund.`
      }
    >
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`Your money is safe. The spot is taken.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {isPart
            ? say`${greeting(order.parent_name)} we are sorry. Your payment of ${formatMoney(paid)} reached us, but by then this could no longer be booked:`
            : say`${greeting(order.parent_name)} we are sorry. Your payment of ${formatMoney(paid)} reached us after your reservation had ended, and by then there was no spot left:`}
        </Text>
        <Sessions sessions={sessionsOf(waiting)} />
        <Camps camps={campsOf(waiting)} over />
        {isPart && (
          <>
            <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
              {say`Everything else in your order is booked:`}
            </Text>
            <Sessions sessions={sessionsOf(booked)} />
            <Camps camps={campsOf(booked)} />
          </>
        )}
        <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
          {refundOnly
            ? say`To get your deposit back, use the button below:`
            : say`Please choose what happens now:`}
        </Text>
        {!refundOnly && (
          <>
            <Text style={style.choice}>
              <b>{say`Another date.`}</b>
              {say` Pick the day that suits you, at the same price.`}
            </Text>
            <Text style={style.choice}>
              <b>{say`Keep it as credit.`}</b>
              {say` Your payment stays with us as credit. Choose a date when you are ready.`}
            </Text>
          </>
        )}
        <Text style={style.choice}>
          <b>{say`A full refund.`}</b>
          {isPart
            ? say` We refund everything you paid for this, the same way you paid it.`
            : say` We refund everything you paid, the same way you paid it.`}
        </Text>
        <Button href={manageUrl(order, siteUrl)} className="button" style={style.button}>
          {refundOnly ? say`Get deposit back` : say`Choose now`}
        </Button>
        <Text style={{ ...style.small, marginTop: 16 }}>
          {say`The link works for two months. After that, or whenever you prefer, reply to this e-mail.`}
        </Text>
      </Section>
      <Receipt order={order} />
    </Frame>
  );
}
