import { Heading, Section, Text } from '@react-email/components';
import { formatMoment } from './format.ts';
import { alertMessages, amountOf } from './alert-messages.ts';
import { Frame } from './Frame.tsx';
import type { Alert } from './staff-mails.ts';
import { style } from './theme.ts';

export function AlertNotice({ alert, isOver }: { alert: Alert; isOver: boolean }) {
  const { heading, over, next } = alertMessages[alert.kind];
  const title = isOver ? over : heading;
  const lines = Object.entries(alert.details).flatMap(([name, value]) => detailLine(name, value));
  return (
    <Frame
      preview={title}
      footer="Sent to the team’s address in the settings. You get one e-mail when a problem begins and one when it is resolved."
    >
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {title}
        </Heading>
        <Text className="lead" style={style.lead}>
          {isOver ? 'At its worst' : 'Now'}: {amountOf(alert.kind, alert.value)}. We send an alert above{' '}
          {amountOf(alert.kind, alert.threshold)}.
        </Text>
        <Text style={style.small}>
          Since {formatMoment(alert.began_at)}
          {alert.ended_at ? `, resolved ${formatMoment(alert.ended_at)}` : ''}.
        </Text>
        {lines.map((line) => (
          <Text key={line} style={style.small}>
            {line}
          </Text>
        ))}
        {isOver ? null : <Text style={{ ...style.small, marginTop: 16 }}>{next}</Text>}
      </Section>
    </Frame>
  );
}

function detailLine(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.length > 0 ? [`${name}: ${value.join(', ')}`] : [];
  return typeof value === 'string' || typeof value === 'number' ? [`${name}: ${value}`] : [];
}
