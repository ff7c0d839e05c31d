import { Button, Heading, Link, Section, Text } from '@react-email/components';
import { collectorNames } from '../../contract/collectors.ts';
import { moreSessionsMessage } from '../../contract/more-sessions.ts';
import { BeforeYouCome } from './BeforeYouCome.tsx';
import { addMessage } from './file-messages.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { Instalments } from './Instalments.tsx';
import { LeftPlaces } from './LeftPlaces.tsx';
import {
  accountUrl,
  campsOf,
  type MailOrder,
  manageUrl,
  newDateMessage,
  orderUrl,
  sessionsOf,
  mergeTravel,
} from './order.ts';
import { Passes } from './Passes.tsx';
import { Receipt } from './Receipt.tsx';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

interface Props {
  order: MailOrder;
  siteUrl: string;
  late?: boolean;
}

export function BookingConfirmed({ order, siteUrl, late = false }: Props) {
  const sessions = sessionsOf(order);
  const camps = campsOf(order);
  const dated = sessions.length + camps.length;
  const more = moreSessionsMessage(order.lines);
  const isMove = order.left_places.length > 0;
  return (
    <Frame
      preview={say`Order ${order.number}: ${dated > 0 ? say`your booking, your receipt and a file for your calendar` : say`your pass and your receipt`}.`}
    >
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {headingOf(order, dated > 0, late)}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(order.parent_name)} {late && dated > 0 ? lateMessage(order) : bookedMessage(order)}
        </Text>
        <Sessions sessions={sessions} />
        <Camps camps={camps} />
        {isMove && (
          <div style={{ marginTop: 16 }}>
            <LeftPlaces order={order} hasFile />
          </div>
        )}
        <Passes order={order} />
        {dated > 0 && order.collectors && (
          <Text style={style.fact}>
            {say`Who may collect your child: you`}
            {order.collectors.length > 0 && say`, and ${collectorNames(order.collectors)}`}
            {say`. Coaches ask for a photo ID.`}
          </Text>
        )}
        {dated > 0 && (
          <Text style={{ ...style.small, marginTop: 16 }}>{addMessage(dated > 1 || camps.length > 0)}</Text>
        )}
        <Button href={orderUrl(order, siteUrl)} className="button" style={style.button}>
          {dated > 0 ? say`See your booking` : say`See your pass`}
        </Button>
        {order.manage_token && more && (
          <Text style={{ ...style.fact, marginTop: 16 }}>
            {more}:
            <br />
            <Link href={manageUrl(order, siteUrl)} style={style.link}>
              {say`Book a session`}
            </Link>
          </Text>
        )}
        {order.manage_token && (
          <Text style={{ ...style.small, marginTop: 16 }}>
            {say`Has something come up? The links to your booking work without a password. Please keep them to yourself: anyone who has them can see, change or cancel it.`}
            <br />
            <Link href={manageUrl(order, siteUrl)} style={style.link}>
              {say`Change or cancel your booking`}
            </Link>
          </Text>
        )}
        <Text style={{ ...style.small, marginTop: 16 }}>
          {say`All your bookings in one place:`}
          <br />
          <Link href={accountUrl(order, siteUrl)} style={style.link}>
            {say`Open your Family Base`}
          </Link>
        </Text>
      </Section>
      {dated > 0 && <BeforeYouCome bring={order.bring} camp={camps.length > 0} {...mergeTravel(camps)} />}
      <Instalments order={order} />
      <Receipt order={order} />
    </Frame>
  );
}

function headingOf(order: MailOrder, isDated: boolean, late: boolean): string {
  if (order.left_places.length > 0) return newDateMessage(order);
  if (!isDated) return say`It’s yours.`;
  return late ? say`You’re in after all.` : say`You’re in.`;
}

function bookedMessage({ lines, instalments }: MailOrder): string {
  const spots = lines.filter(({ session, camp }) => session ?? camp).length;
  if (spots === 0)
    return say`your ${lines.length === 1 ? say`pass is` : say`passes are`} paid and ready. We look forward to seeing you.`;
  return say`your ${spots === 1 ? say`spot is` : say`${spots} spots are`} ${instalments ? say`booked. Your deposit is paid` : say`booked and paid for`}. We look forward to seeing you.`;
}

const lateMessage = ({ instalments }: MailOrder): string =>
  say`your payment reached us after your reservation had ended. The spot was still free, and it is yours. ${instalments ? say`It is booked, and your deposit is paid.` : say`It is booked and paid for, and you do not need to do anything.`}`;
