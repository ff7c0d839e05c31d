import { useStore } from '@nanostores/react';
import type { MessageStory } from '#contract/management-messages.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Notice } from '#ui/Notice.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { BackLink } from './BackLink.tsx';
import { audienceMessage, kindMessages, listMessages, storyMessages } from './messages.ts';
import { MessageNotice } from './MessageNotice.tsx';
import type { MessagePlace, Place } from './detail.ts';

/** One message: its text and the delivery of its mails. */
export function Sent({ place, shown }: { place: MessagePlace; shown: Extract<Place, { id: string }> }) {
  return (
    <section className="message-told">
      <BackLink place={place} />
      {shown.state === 'ready' && <Whole place={place} story={shown.story} again={shown.again} />}
      {shown.state === 'loading' && (
        <>
          <h1 className="sr-only">{storyMessages.loading}</h1>
          <span className="skeleton message-wait" />
          <span className="skeleton message-wait" />
        </>
      )}
      {shown.state === 'failed' && (
        <EmptyState
          bad
          level={1}
          title={shown.code === 'message_not_found' ? storyMessages.gone : storyMessages.failed}
          actions={
            shown.code !== 'message_not_found' && (
              <Button kind="solid" onClick={() => void place.retry()}>
                {failedMessages.again}
              </Button>
            )
          }
        />
      )}
    </section>
  );
}

function Whole({ place, story, again }: { place: MessagePlace; story: MessageStory; again: boolean }) {
  const outcome = useStore(place.$outcome);
  const busy = useStore(place.$busy);
  const { counts } = story;
  const figures: readonly [string, number][] = [
    [storyMessages.delivered, counts.sent],
    [storyMessages.waiting, counts.waiting],
    [storyMessages.mailsFailed, counts.failed],
    [storyMessages.stopped, counts.stopped],
    [storyMessages.leftOut, counts.left_out],
  ];
  return (
    <>
      <h1>{story.subject}</h1>
      {again && <Notice tone="warn">{storyMessages.again}</Notice>}
      <MessageNotice outcome={outcome} />
      <dl className="message-facts">
        <div>
          <dt>{storyMessages.to}</dt>
          <dd>{audienceMessage(story.audience)}</dd>
        </div>
        <div>
          <dt>{storyMessages.kind}</dt>
          <dd>{kindMessages[story.kind]}</dd>
        </div>
        <div>
          <dt>{storyMessages.sent}</dt>
          <dd>
            {formatMoment(story.sent_at)}, {listMessages.by(story.sent_by)}
          </dd>
        </div>
      </dl>
      <section className="sheet message-part" aria-labelledby="mails-title">
        <h2 id="mails-title">{storyMessages.mails}</h2>
        <dl className="message-counts">
          {figures
            .filter(([, count], at) => at === 0 || count > 0)
            .map(([name, count]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="numbers">{count}</dd>
              </div>
            ))}
        </dl>
        {story.stopped_at !== null && <p className="quiet">{storyMessages.stoppedAt(story.stopped_at)}</p>}
        {!story.is_gathered && <p className="quiet">{storyMessages.gathering}</p>}
        {story.stopped_at === null && (counts.waiting > 0 || !story.is_gathered) && (
          <ConfirmButton
            name={storyMessages.stop}
            means={storyMessages.stopSure(counts.waiting, audienceMessage(story.audience))}
            yes={storyMessages.stopYes}
            no={storyMessages.stopNo}
            busy={busy}
            harm
            onYes={() => void place.stop()}
          />
        )}
      </section>
      {story.failed.length > 0 && <Lost place={place} story={story} />}
      <section className="sheet message-part" aria-labelledby="text-title">
        <h2 id="text-title">{storyMessages.text}</h2>
        <p className="message-text">{story.body}</p>
      </section>
    </>
  );
}

const Lost = ({ place, story }: { place: MessagePlace; story: MessageStory }) => (
  <section className="sheet" aria-labelledby="lost-title">
    <header>
      <h2 id="lost-title">{storyMessages.lost}</h2>
    </header>
    <p className="quiet">{storyMessages.lostHint}</p>
    <ul className="message-lost">
      {story.failed.map(({ mail_id, email, error }) => (
        <li key={mail_id}>
          <span>
            <b>{email}</b>
            {error !== null && <small className="quiet">{error}</small>}
          </span>
          <Button
            kind="line"
            small
            aria-label={`${storyMessages.resend}: ${email}`}
            onClick={() => void place.resend(mail_id)}
          >
            {storyMessages.resend}
          </Button>
        </li>
      ))}
    </ul>
  </section>
);
