import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { PartyDetails } from '#contract/management-parties.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { errorText } from '#api/error-text.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { mailLink } from '#domain/mail-link.ts';
import { Button } from '#ui/Button.tsx';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Answers } from './Answers.tsx';
import { EnquiryFacts } from './Enquiries.tsx';
import { Health } from './Health.tsx';
import { StateTag } from './list.tsx';
import { doneMessage, formMessages, listMessages, refusals, detailMessages, whenOf } from './messages.ts';
import { createPartyForm } from './form.ts';
import { draftFrom, type PartyOptions } from './model.ts';
import { PartyForm } from './PartyForm.tsx';
import { Reminders } from './Reminders.tsx';
import { Share } from './Share.tsx';
import type { Outcome, PartyDetailsStore } from './detail.ts';

interface Props {
  detail: PartyDetailsStore;
  record: PartyDetails;
  options: PartyOptions;
}

const refusedMessage = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);

/** Returns the answers of families who are coming and left an address. */
const findGuestsToEmail = ({ answers }: PartyDetails) =>
  answers.filter(
    ({ attending, email, duplicate_of }) => attending !== false && email !== null && duplicate_of === null,
  ).length;

export function PartySheet({ detail, record: details, options }: Props) {
  const outcome = useStore(detail.$outcome);
  const busy = useStore(detail.$busy);
  const [editing, setEditing] = useState(false);
  const mails = findGuestsToEmail(details);
  const isComing = details.party.state === 'coming';
  if (editing && isComing)
    return (
      <EditParty detail={detail} details={details} options={options} onLeave={() => setEditing(false)} />
    );
  return (
    <>
      <Head detail={detail} details={details} mails={mails} busy={busy} onEdit={() => setEditing(true)} />
      <OutcomeNotice outcome={outcome} done={doneMessage} refused={refusedMessage} />
      {isComing && <Share details={details} />}
      <Health detail={detail} details={details} forms={options.forms} />
      <Answers detail={detail} details={details} busy={busy} forms={options.forms} />
      {isComing && <Reminders detail={detail} details={details} mails={mails} busy={busy} />}
      {details.enquiry !== null && (
        <section className="sheet party-part">
          <p className="quiet">
            {detailMessages.enquiry(details.enquiry.enquired_at)}{' '}
            <a href={`${staffPaths.managementLeads}?lead=${details.enquiry.lead_id}`}>
              {detailMessages.lead}
            </a>
          </p>
          <EnquiryFacts enquiry={details.enquiry} />
        </section>
      )}
    </>
  );
}

interface EditProps {
  detail: PartyDetailsStore;
  details: PartyDetails;
  options: PartyOptions;
  onLeave: () => void;
}
function EditParty({ detail, details, options, onLeave }: EditProps) {
  const mails = findGuestsToEmail(details);
  const [form] = useState(() =>
    createPartyForm({
      before: draftFrom(details),
      wasAt: details.party.starts_at,
      send: (party, notify) => detail.change(party, mails > 0 && notify),
      onSent: onLeave,
    }),
  );
  return (
    <>
      <h2 id="side-title">{formMessages.edit}</h2>
      <PartyForm form={form} options={options} mails={mails} onLeave={onLeave} save={formMessages.save} />
    </>
  );
}

interface HeadProps {
  detail: PartyDetailsStore;
  details: PartyDetails;
  mails: number;
  busy: boolean;
  onEdit: () => void;
}
function Head({ detail, details, mails, busy, onEdit }: HeadProps) {
  const { party } = details;
  return (
    <header className="side-head stack gap-2">
      <h2 id="side-title">
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
          <dt>{detailMessages.heads}</dt>
          <dd>{party.children + party.adults}</dd>
        </div>
        <div>
          <dt>{detailMessages.agreed}</dt>
          <dd>{party.head_count}</dd>
        </div>
        <div>
          <dt>{listMessages.kinds(party.children, party.adults)}</dt>
          <dd>{listMessages.answered(party.answers.coming, party.answers.not_coming)}</dd>
        </div>
      </dl>
      <p className="quiet">
        {[
          detailMessages.unfinishedAnswers(details.drafts),
          details.more ? detailMessages.firstAnswers : null,
          detailMessages.erased(party.erased_at, party.state),
          party.state === 'over' && !details.is_host_erased
            ? detailMessages.hostErased(details.host_erased_at)
            : null,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {party.state !== 'cancelled' && (
        <p>
          <a className="button line small" href={`${staffPaths.partySheet}?party=${party.party_id}`}>
            {detailMessages.paper}
          </a>
        </p>
      )}
      {party.state === 'coming' && (
        <div className="row">
          <Button kind="line" small onClick={onEdit}>
            {detailMessages.edit}
          </Button>
          <ConfirmButton
            name={detailMessages.cancel}
            means={detailMessages.cancelMeans(mails)}
            yes={detailMessages.cancelYes}
            no={detailMessages.leave}
            busy={busy}
            harm
            onYes={() => void detail.cancel()}
          />
        </div>
      )}
      {party.state === 'cancelled' && (
        <div className="row">
          <Button kind="line" small busy={busy} onClick={() => void detail.restore()}>
            {detailMessages.restore}
          </Button>
        </div>
      )}
    </header>
  );
}
