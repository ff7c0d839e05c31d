import { Heading, Link, Section, Text } from '@react-email/components';
import { Frame } from './Frame.tsx';
import { ManageButton } from './ManageButton.tsx';
import { style } from './theme.ts';
import { type Week, weekMessages } from './week-messages.ts';

/** Tells an admin what happened in a week and what waits now. It names nobody, like all mails to the team. */
export function WeeklySummary({ week, siteUrl }: { week: Week; siteUrl: string }) {
  return (
    <Frame preview={weekMessages.days(week)} footer={weekMessages.footer}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {weekMessages.heading}
        </Heading>
        <Text className="lead" style={style.lead}>
          {weekMessages.days(week)}
        </Text>
        <Heading as="h2" style={style.subheading}>
          {weekMessages.toCheck}
        </Heading>
        {week.to_check.length === 0 ? (
          <Text style={style.small}>{weekMessages.nothing}</Text>
        ) : (
          week.to_check.map((thing) => {
            const [text, path] = weekMessages.thing(thing);
            return (
              <Text key={thing.what} style={style.small}>
                <Link href={`${siteUrl}${path}`} style={style.link}>
                  {text}
                </Link>
              </Text>
            );
          })
        )}
        <ManageButton url={`${siteUrl}/management`}>{weekMessages.open}</ManageButton>
      </Section>
      <Numbers title="Bookings" rows={weekMessages.bookings(week)} />
      <Numbers title="Money" rows={weekMessages.money(week)} />
      <Numbers title="E-mails" rows={weekMessages.mails(week)} />
      <Numbers title="System" rows={weekMessages.system(week)} />
    </Frame>
  );
}

function Numbers({ title, rows }: { title: string; rows: [string, string][] }) {
  return (
    <Section className="card" style={style.card}>
      <Heading as="h2" style={style.subheading}>
        {title}
      </Heading>
      <table className="receipt" style={style.table}>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row" style={style.cell}>
                {name}
              </th>
              <td style={style.amount}>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
