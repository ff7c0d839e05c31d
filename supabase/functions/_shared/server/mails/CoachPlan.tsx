import { Heading, Section, Text } from '@react-email/components';
import {
  type CoachPlan as Plan,
  daysOf,
  groupsOf,
  hoursOf,
  isCorrection,
  type PlanChange,
  subjectOf,
} from './coach-plan.ts';
import { Frame } from './Frame.tsx';
import { greeting } from './greeting.ts';
import { ManageButton } from './ManageButton.tsx';
import { style } from './theme.ts';

/** Tells a coach which days, hours and bases have changed. It names no child. */
export function CoachPlan({ plan, siteUrl }: { plan: Plan; siteUrl: string }) {
  return (
    <Frame preview={subjectOf(plan)}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {isCorrection(plan) ? 'We have corrected what you coached.' : 'Your plan has changed.'}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(plan.name)} this is what the team changed:
        </Text>
        {groupsOf(plan).map(({ heading, shown, more }) => (
          <Section key={heading}>
            <Heading as="h2" style={{ ...style.when, marginTop: 20 }}>
              {heading}
            </Heading>
            {shown.map((change, index) => (
              <Change key={index} {...change} />
            ))}
            {more > 0 && <Text style={style.small}>And {more} more. Ask the office for the full list.</Text>}
          </Section>
        ))}
        {isCorrection(plan) ? (
          <>
            <Text style={style.small}>
              Your hours for pay change too. If this is wrong, please tell the office.
            </Text>
            <ManageButton url={`${siteUrl}/management/my-hours`}>Open your hours</ManageButton>
          </>
        ) : (
          <ManageButton url={`${siteUrl}/management/roster`}>Open your roster</ManageButton>
        )}
      </Section>
    </Frame>
  );
}

const Change = ({ entry, was }: PlanChange) => (
  <Section style={style.session}>
    <Text className="when" style={style.when}>
      {daysOf(entry)}
      <br />
      {hoursOf(entry)}
    </Text>
    <Text style={style.fact}>{entry.title}</Text>
    <Text style={style.fact}>{entry.location}</Text>
    {was && (
      <Text style={style.small}>
        Before: {daysOf(was)}, {hoursOf(was)}, {was.title}, {was.location}
      </Text>
    )}
  </Section>
);
