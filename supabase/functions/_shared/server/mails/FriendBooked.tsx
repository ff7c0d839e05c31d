import { Heading, Section, Text } from '@react-email/components';
import type { FriendBookedMail } from './family-mails.ts';
import { formatMoney } from './format.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { say } from './say.ts';
import { style } from './theme.ts';

/** Tells a family that it got a credit. It says nothing about the friend. */
export function FriendBooked({ mail, url }: { mail: FriendBookedMail; url: string }) {
  const credit = formatMoney(mail.credit_cents);
  return (
    <Frame preview={say`${credit} is on your balance.`}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {say`A friend booked with your code`}
        </Heading>
        <Text className="lead" style={style.lead}>
          {say`${greeting(mail.parent_name)} A family booked with your code and came. Thank you for telling them about us: ${credit} is on your balance.`}
        </Text>
        <ManageButton url={url}>{say`See your balance`}</ManageButton>
        <Text style={style.small}>
          {say`You can use it when you book while you are signed in, or at our desk. If we refund your friend’s booking, we take back what you have not spent of it.`}
        </Text>
      </Section>
    </Frame>
  );
}
