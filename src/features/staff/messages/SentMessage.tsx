import { useStore } from '@nanostores/react';
import type { MessageDetails, PhoneCounts } from '#contract/management-messages.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { formatMoment } from '#domain/dates.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Notice } from '#ui/Notice.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { familyPath } from '#ui/staff/family-path.ts';
import { contactMessages } from '#ui/staff/messages.ts';
import { channelNames } from '#domain/phone-messages.ts';
import { BackLink } from './BackLink.tsx';
import { audienceMessage, kindMessages, listMessages, detailMessages } from './messages.ts';
import { MessageNotice } from './MessageNotice.tsx';
import type { MessagesScreen, MessagesView } from './navigation.ts';

/** Shows the message's text and the delivery of its mails. */
export function SentMessage({
  screen,
  shown,
}: {
  screen: MessagesScreen;
  shown: Extract<MessagesView, { id: string }>;
}) {
  return (
    <section className="sent-message">
      <BackLink screen={screen} />
      {shown.state === 'ready' && (
        <Content screen={screen} details={shown.details} isDuplicate={shown.isDuplicate} />
      )}
      {shown.state === 'loading' && (
        <>
          <h1 className="sr-only">{detailMessages.loading}</h1>
          <span className="skeleton message-wait" />
          <span className="skeleton message-wait" />
        </>
      )}
      {shown.state === 'failed' && (
        <EmptyState
          bad
          level={1}
          title={shown.code === 'message_not_found' ? detailMessages.notFound : detailMessages.failed}
          actions={
            shown.code !== 'message_not_found' && (
              <Button kind="solid" onClick={() => void screen.retry()}>
                {failedMessages.again}
              </Button>
            )
          }
        />
      )}
    </section>
  );
}

function Content({
  screen,
  details,
  isDuplicate,
}: {
  screen: MessagesScreen;
  details: MessageDetails;
  isDuplicate: boolean;
}) {
  const outcome = useStore(screen.$outcome);
  const busy = useStore(screen.$busy);
  const { counts } = details;
  const deliveryCounts: readonly [string, number][] = [
    [detailMessages.sentMails, counts.sent],
    [detailMessages.delivered, counts.delivered],
    [detailMessages.bounced, counts.bounced],
    [detailMessages.complained, counts.complained],
    [detailMessages.waiting, counts.waiting],
    [detailMessages.mailsFailed, counts.failed],
    [detailMessages.stopped, counts.stopped],
    [detailMessages.leftOut, counts.left_out],
  ];
  return (
    <>
      <h1>{details.subject}</h1>
      {isDuplicate && <Notice tone="warn">{detailMessages.alreadySent}</Notice>}
      <MessageNotice outcome={outcome} />
      <dl className="message-facts">
        <div>
          <dt>{detailMessages.to}</dt>
          <dd>{audienceMessage(details.audience)}</dd>
        </div>
        <div>
          <dt>{detailMessages.kind}</dt>
          <dd>{kindMessages[details.kind]}</dd>
        </div>
        <div>
          <dt>{detailMessages.sent}</dt>
          <dd>
            {formatMoment(details.sent_at)}, {listMessages.by(details.sent_by)}
          </dd>
        </div>
      </dl>
      <section className="sheet message-part" aria-labelledby="mails-title">
        <h2 id="mails-title">{detailMessages.mails}</h2>
        <dl className="message-counts">
          {deliveryCounts
            .filter(([, count], index) => index === 0 || count > 0)
            .map(([name, count]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="numbers">{count}</dd>
              </div>
            ))}
        </dl>
        <p className="quiet">{detailMessages.noTracking}</p>
        {details.stopped_at !== null && (
          <p className="quiet">{detailMessages.stoppedAt(details.stopped_at)}</p>
        )}
        {!details.is_gathered && <p className="quiet">{detailMessages.gathering}</p>}
        {details.kind === 'about' && (
          <div className="row">
            <ButtonLink
              kind="line"
              small
              href={`${staffPaths.managementFamilyChats}?message=${details.message_id}`}
              aria-label={detailMessages.writeToFamiliesOf(audienceMessage(details.audience))}
            >
              {detailMessages.writeToFamilies}
            </ButtonLink>
          </div>
        )}
        {details.stopped_at === null && (counts.waiting > 0 || !details.is_gathered) && (
          <ConfirmButton
            name={detailMessages.stop}
            means={detailMessages.stopSure(counts.waiting, audienceMessage(details.audience))}
            yes={detailMessages.stopYes}
            no={detailMessages.stopNo}
            busy={busy}
            harm
            onYes={() => void screen.stop()}
          />
        )}
      </section>
      {details.phones.map((channelCounts) => (
        <Phones key={channelCounts.channel} counts={channelCounts} />
      ))}
      {details.returned.length > 0 && <ReturnedMails details={details} />}
      {details.failed.length > 0 && <FailedMails screen={screen} details={details} />}
      <section className="sheet message-part" aria-labelledby="text-title">
        <h2 id="text-title">{detailMessages.text}</h2>
        <p className="message-text">{details.body}</p>
      </section>
    </>
  );
}

const Phones = ({ counts }: { counts: PhoneCounts }) => (
  <section className="sheet message-part" aria-labelledby={`phones-${counts.channel}`}>
    <h2 id={`phones-${counts.channel}`}>{channelNames[counts.channel]}</h2>
    <dl className="message-counts">
      {detailMessages
        .phones(counts)
        .filter(([, count], index) => index === 0 || count > 0)
        .map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="numbers">{count}</dd>
          </div>
        ))}
    </dl>
    <p className="quiet">{detailMessages.phonesHint}</p>
  </section>
);

const ReturnedMails = ({ details }: { details: MessageDetails }) => (
  <section className="sheet" aria-labelledby="returned-title">
    <header>
      <h2 id="returned-title">{detailMessages.returned}</h2>
    </header>
    <p className="quiet">{detailMessages.returnedHint}</p>
    <ul className="message-lost">
      {details.returned.map((mail) => (
        <li key={mail.mail_id}>
          <span>
            <b>
              {mail.family_id === null ? (
                detailMessages.returnedBy(mail)
              ) : (
                <a href={familyPath(mail.family_id)}>{detailMessages.returnedBy(mail)}</a>
              )}
            </b>
            <small className="quiet">{detailMessages.returnedWhy(mail)}</small>
          </span>
          {mail.phone === null ? (
            <span className="tag bad">{contactMessages.noNumber}</span>
          ) : (
            <ButtonLink
              kind="line"
              small
              href={`tel:${mail.phone}`}
              aria-label={`${detailMessages.call(formatPhone(mail.phone))}: ${detailMessages.returnedBy(mail)}`}
            >
              {detailMessages.call(formatPhone(mail.phone))}
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  </section>
);

const FailedMails = ({ screen, details }: { screen: MessagesScreen; details: MessageDetails }) => (
  <section className="sheet" aria-labelledby="lost-title">
    <header>
      <h2 id="lost-title">{detailMessages.failedMails}</h2>
    </header>
    <p className="quiet">{detailMessages.lostHint}</p>
    <ul className="message-lost">
      {details.failed.map(({ mail_id, email, error }) => (
        <li key={mail_id}>
          <span>
            <b>{email}</b>
            {error !== null && <small className="quiet">{error}</small>}
          </span>
          <Button
            kind="line"
            small
            aria-label={`${detailMessages.resend}: ${email}`}
            onClick={() => void screen.resendMail(mail_id)}
          >
            {detailMessages.resend}
          </Button>
        </li>
      ))}
    </ul>
  </section>
);
