import { Heading, Section, Text } from '@react-email/components';
import { Frame } from './Frame.tsx';
import { ManageButton } from './ManageButton.tsx';
import type { StaffTopic } from './staff-mails.ts';
import { noticeMessages } from './staff-notice-messages.ts';
import { style } from './theme.ts';

/** Tells the team that something waits for them. It names nobody, because only the page logs who reads a name. */
export function StaffNotice({ topic, siteUrl }: { topic: StaffTopic; siteUrl: string }) {
  const { heading, text, button, path } = noticeMessages[topic];
  return (
    <Frame preview={heading} footer="You get this e-mail because this address is entered for it in Settings.">
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {heading}
        </Heading>
        <Text className="lead" style={style.lead}>
          {text}
        </Text>
        <ManageButton url={`${siteUrl}${path}`}>{button}</ManageButton>
      </Section>
    </Frame>
  );
}
