import { useStore } from '@nanostores/react';
import type { StaffReferral } from '#contract/referrals.ts';
import { errorText } from '#api/error-text.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import type { Outcome, ReferralDetail } from './detail.ts';
import { StateTag } from './list.tsx';
import { detailMessages as words, reasonMessages, refusals } from './messages.ts';

interface Props {
  detail: ReferralDetail;
  record: StaffReferral;
}

const refusedMessage = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);
const familyLink = (id: string) => `${staffPaths.managementFamilies}?family=${id}`;

/** Shows who told whom. If the rules are in doubt, an admin decides. */
export function ReferralSheet({ detail, record: referral }: Props) {
  const outcome = useStore(detail.$outcome);
  const busy = useStore(detail.$busy);
  const decided = words.decided(referral);
  return (
    <>
      <header className="side-head stack gap-2">
        <h2 id="side-title">
          {words.title(referral)} <StateTag state={referral.state} />
        </h2>
        <p>
          {words.booked(referral)}.{' '}
          <a href={`${staffPaths.managementOrders}?order=${referral.order_id}`}>{words.openOrder}</a>
        </p>
      </header>
      <OutcomeNotice outcome={outcome} done={({ gives }) => words.done(gives)} refused={refusedMessage} />
      {referral.reason !== null && <p>{reasonMessages[referral.reason]}.</p>}
      <p>{words.credit(referral)}</p>
      {referral.state === 'taken_back' && <p>{words.taken(referral)}</p>}
      {decided !== null && <p className="quiet">{decided}</p>}
      <p className="row">
        {referral.family_id !== null && <a href={familyLink(referral.family_id)}>{words.openFamily}</a>}
        {referral.friend_family_id !== null && (
          <a href={familyLink(referral.friend_family_id)}>{words.openFriend}</a>
        )}
      </p>
      {referral.state === 'review' && (
        <>
          <ConfirmButton
            key="give"
            name={words.give}
            about={words.title(referral)}
            means={words.giveMeans(referral)}
            yes={words.giveYes}
            no={words.no}
            busy={busy}
            lead
            onYes={() => void detail.decide(true)}
          />
          <ConfirmButton
            key="refuse"
            name={words.refuse}
            about={words.title(referral)}
            means={words.refuseMeans}
            yes={words.refuseYes}
            no={words.no}
            busy={busy}
            onYes={() => void detail.decide(false)}
          />
        </>
      )}
    </>
  );
}
