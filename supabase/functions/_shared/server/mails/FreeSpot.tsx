import { Heading, Section, Text } from '@react-email/components';
import { joinNames } from '../../contract/place-names.ts';
import { askedMessage } from './AskDetails.tsx';
import { BeforeYouCome } from './BeforeYouCome.tsx';
import { Frame } from './Frame.tsx';
import type { FreeSpotPayload } from './free-spot-mails.ts';
import { greeting } from './greeting.ts';
import { noLongerBooked } from './LeftPlaces.tsx';
import { ManageButton } from './ManageButton.tsx';
import { Camps, Sessions } from './Sessions.tsx';
import { style } from './theme.ts';
import { say } from './say.ts';

/** Tells a parent that staff gave a child a free spot, moved it, or removed it again. */
export function FreeSpot({ spot, url }: { spot: FreeSpotPayload; url: string | null }) {
  const { session, camp, children, is_removed: isRemoved, left } = spot;
  const { preview, heading, lead } = wordsOf(spot);
  return (
    <Frame preview={preview}>
      <Section className="card" style={style.card}>
        <Heading as="h1" style={style.heading}>
          {heading}
        </Heading>
        <Text className="lead" style={style.lead}>
          {greeting(spot.parent_name)} {lead}
        </Text>
        <Sessions sessions={session ? [{ ...session, names: children }] : []} />
        <Camps
          camps={camp ? [{ ...camp, comes: !isRemoved, rides: false, names: children }] : []}
          over={isRemoved}
        />
        {left && <Text style={style.choice}>{noLongerBooked(joinNames(children), left)}</Text>}
        {!isRemoved && spot.missing.length > 0 && <Missing spot={spot} url={url} />}
        <Text style={style.small}>{say`Is this a mistake? Please reply to this e-mail.`}</Text>
      </Section>
      {!isRemoved && <BeforeYouCome bring={spot.bring} camp={camp !== null} />}
    </Frame>
  );
}

function wordsOf({ is_removed: isRemoved, left }: FreeSpotPayload) {
  if (isRemoved)
    return {
      preview: say`This spot is no longer booked.`,
      heading: say`This spot is no longer booked.`,
      lead: say`our team has cancelled this spot. You had nothing to pay for it, so there is no refund.`,
    };
  if (left !== null)
    return {
      preview: say`Our team has moved your spot.`,
      heading: say`Your spot has moved.`,
      lead: say`our team has moved your spot to this date. There is still nothing to pay.`,
    };
  return {
    preview: say`Our team has booked a spot for you.`,
    heading: say`You have a spot.`,
    lead: say`our team has booked this spot for you. There is nothing to pay.`,
  };
}

/** Nobody went through a checkout, so nobody was asked. */
function Missing({
  spot: { children, missing, has_account },
  url,
}: {
  spot: FreeSpotPayload;
  url: string | null;
}) {
  const child = joinNames(children);
  const asksDetails = missing.includes('health') || missing.includes('emergency_contact');
  const asksConsent = missing.some((detail) => detail !== 'health' && detail !== 'emergency_contact');
  return (
    <>
      {asksDetails && <Text style={style.fact}>{askedMessage(child)}</Text>}
      {asksConsent && (
        <Text style={style.fact}>
          {has_account
            ? say`Before ${child} comes, please also give your consent in your Family Base.`
            : say`Before ${child} comes, we also need your consent. To give it, create an account with this e-mail address. You will find the question in your Family Base.`}
        </Text>
      )}
      {url === null
        ? asksDetails && <Text style={style.fact}>{say`Please reply to this e-mail with your answers.`}</Text>
        : (asksDetails || has_account) && (
            <ManageButton url={url}>{say`Tell us about ${child}`}</ManageButton>
          )}
    </>
  );
}
