import { Heading, Section, Text } from '@react-email/components';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { type MailOrder, namesOf } from './order.ts';
import { Passes } from './Passes.tsx';
import { Receipt } from './Receipt.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

function whoseMessage({ lines }: MailOrder): string {
  const [name] = namesOf(lines);
  return name === undefined ? say`your pass` : say`${name}’s pass`;
}

export function RenewalPaid({ order, url }: { order: MailOrder; url: string | null }) {
  return (
    <Frame preview={say`Order ${order.number}: new sessions are ready, and your receipt.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`Your new sessions are ready.`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(order.parent_name)} ${whoseMessage(order)} has renewed and is paid. It has new sessions for you:`}
        </Text>
        <Passes order={order} />
        <Text className="lead" style={{ ...style.lead, marginTop: 20 }}>
          {url
            ? say`Book them with the button below, or reply to this e-mail with the days that suit you.`
            : say`Reply to this e-mail with the days that suit you, and we will book them.`}
        </Text>
        <ManageButton url={url}>{say`Book a session`}</ManageButton>
      </Section>
      <Receipt order={order} />
    </Frame>
  );
}
