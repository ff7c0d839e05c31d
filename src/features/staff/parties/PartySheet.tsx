import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { PartyStory } from '#contract/management-parties.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { errorText } from '#api/error-text.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { mailLink } from '#domain/mail-link.ts';
import { Button } from '#ui/Button.tsx';
import { Outcome, useRefused } from '#ui/staff/Outcome.tsx';
import { SideFrame, SideWaiting } from '#ui/staff/SideFrame.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Answers } from './Answers.tsx';
import { EnquiryFacts } from './Enquiries.tsx';
import { Health } from './Health.tsx';
import { StateTag } from './list-rules.tsx';
import { doneWords, formWords, listWords, refusals, storyWords, whenOf } from './messages.ts';
import { bodyOf, draftFrom, type Known } from './model.ts';
import { PartyForm } from './PartyForm.tsx';
import { Reminders } from './Reminders.tsx';
import { Share } from './Share.tsx';
import type { End, PartyView, Story } from './story.ts';

interface Props {
  story: Story;
  known: Known;
  view: Exclude<PartyView, { state: 'closed' }>;
}

const TITLE = 'party-title';
const refusedWords = ({ code }: Extract<End, { state: 'refused' }>) => errorText(code, refusals);

export const PartySheet = ({ story, known, view }: Props) => (
  <SideFrame titleId={TITLE} closeLabel={storyWords.close} onClose={story.close}>
    {view.state === 'loading' && <SideWaiting titleId={TITLE} title={storyWords.loading} />}
    {view.state === 'failed' && (
      <>
        <h2 id={TITLE}>{view.code === 'party_not_found' ? storyWords.gone : storyWords.failed}</h2>
        {view.code !== 'party_not_found' && (
          <Button kind="solid" onClick={() => void story.retry()}>
            {failedMessages.again}
          </Button>
        )}
      </>
    )}
    {view.state === 'ready' && <Whole story={story} known={known} told={view.told} />}
  </SideFrame>
);

/** Number of families who are coming and left an address. */
const mailsOf = ({ answers }: PartyStory) =>
  answers.filter(
    ({ attending, email, duplicate_of }) => attending !== false && email !== null && duplicate_of === null,
  ).length;

function Whole({ story, known, told }: { story: Story; known: Known; told: PartyStory }) {
  const act = useStore(story.$act);
  const [editing, setEditing] = useState(false);
  const busy = act.state === 'busy';
  const words = useRefused(act, refusedWords);
  const mails = mailsOf(told);
  const isComing = told.party.state === 'coming';
  if (editing && isComing)
    return (
      <>
        <h2 id={TITLE}>{formWords.edit}</h2>
        <PartyForm
          before={draftFrom(told)}
          wasAt={told.party.starts_at}
          {...{ mails, known, busy }}
          save={formWords.save}
          refused={
            act.state === 'refused' && words !== ''
              ? { field: act.code === 'invalid_input' ? (act.field ?? null) : null, words }
              : null
          }
          onSave={(draft, tell) =>
            void story.change(bodyOf(draft), tell).then((isDone) => isDone && setEditing(false))
          }
          onLeave={() => setEditing(false)}
        />
      </>
    );
  return (
    <>
      <Head {...{ story, told, mails, busy }} onEdit={() => setEditing(true)} />
      <Outcome act={act} done={doneWords} refused={refusedWords} />
      {isComing && <Share told={told} />}
      <Health story={story} told={told} forms={known.forms} />
      <Answers {...{ story, told, busy }} forms={known.forms} />
      {isComing && <Reminders {...{ story, told, mails, busy }} />}
      {told.enquiry !== null && (
        <section className="sheet party-part">
          <p className="quiet">
            {storyWords.enquiry(told.enquiry.asked_at)}{' '}
            <a href={`${staffPaths.managementLeads}?lead=${told.enquiry.lead_id}`}>{storyWords.lead}</a>
          </p>
          <EnquiryFacts enquiry={told.enquiry} />
        </section>
      )}
    </>
  );
}

interface HeadProps {
  story: Story;
  told: PartyStory;
  mails: number;
  busy: boolean;
  onEdit: () => void;
}
function Head({ story, told, mails, busy, onEdit }: HeadProps) {
  const { party } = told;
  return (
    <header className="side-head">
      <h2 id={TITLE}>
        {party.title} <StateTag state={party.state} />
      </h2>
      <p className="quiet">
        {[whenOf(party.starts_at, party.ends_at), party.place, party.package].filter(Boolean).join(' · ')}
      </p>
      <p>
        <b>{party.host_name}</b>
        {party.host_email !== null && <a href={mailLink(party.host_email)}>{party.host_email}</a>}
        {party.host_phone !== null && <a href={`tel:${party.host_phone}`}>{formatPhone(party.host_phone)}</a>}
      </p>
      <dl className="side-sums numbers">
        <div>
          <dt>{storyWords.heads}</dt>
          <dd>{party.children + party.adults}</dd>
        </div>
        <div>
          <dt>{storyWords.agreed}</dt>
          <dd>{party.head_count}</dd>
        </div>
        <div>
          <dt>{listWords.kinds(party.children, party.adults)}</dt>
          <dd>{listWords.answered(party.answers.coming, party.answers.not_coming)}</dd>
        </div>
      </dl>
      <p className="quiet">
        {[
          storyWords.begun(told.begun),
          told.more ? storyWords.more : null,
          storyWords.erased(party.erased_at, party.state),
          party.state === 'over' && !told.is_host_erased ? storyWords.hostErased(told.host_erased_at) : null,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {party.state === 'coming' && (
        <div className="row">
          <Button kind="line" small onClick={onEdit}>
            {storyWords.edit}
          </Button>
          <ConfirmButton
            name={storyWords.cancel}
            means={storyWords.cancelMeans(mails)}
            yes={storyWords.cancelYes}
            no={storyWords.leave}
            busy={busy}
            harm
            onYes={() => void story.cancel()}
          />
        </div>
      )}
      {party.state === 'cancelled' && (
        <div className="row">
          <Button kind="line" small busy={busy} onClick={() => void story.restore()}>
            {storyWords.restore}
          </Button>
        </div>
      )}
    </header>
  );
}
