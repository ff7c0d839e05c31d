import { useStore } from '@nanostores/react';
import type { StaffReview } from '#contract/camp-reviews.ts';
import { errorText } from '#api/error-text.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import type { Outcome, ReviewDetail } from './detail.ts';
import { StateTag } from './list.tsx';
import { campMessage, detailMessages as words, listMessages, refusals } from './messages.ts';

interface Props {
  detail: ReviewDetail;
  record: StaffReview;
}

const refusedMessage = ({ code }: Extract<Outcome, { state: 'refused' }>) => errorText(code, refusals);

/** Shows what a family wrote about a camp. Admins publish it if the family allows it, and take it back. */
export function ReviewSheet({ detail, record: review }: Props) {
  const outcome = useStore(detail.$outcome);
  const busy = useStore(detail.$busy);
  const published = words.published(review);
  return (
    <>
      <header className="side-head stack gap-2">
        <h2 id="side-title">
          {words.title(review)} <StateTag state={review.state} />
        </h2>
        <p>
          {words.children(review)}. {words.written(review)}.{' '}
          <a href={`${staffPaths.managementFamilies}?family=${review.family_id}`}>{words.openFamily}</a>
        </p>
      </header>
      <OutcomeNotice
        outcome={outcome}
        done={({ isPublic }) => words.done(isPublic)}
        refused={refusedMessage}
      />
      <blockquote>{review.words ?? listMessages.noWords}</blockquote>
      {review.shown_name === null ? (
        <p>{words.private}</p>
      ) : (
        <p>
          {words.by}: <b>{review.shown_name}</b>
        </p>
      )}
      {published !== null && <p>{published}.</p>}
      {review.state === 'waiting' && (
        <ConfirmButton
          key="publish"
          name={words.publish}
          about={campMessage(review)}
          means={words.publishMeans(review)}
          yes={words.publishYes}
          no={words.no}
          busy={busy}
          lead
          onYes={() => void detail.publish(true)}
        />
      )}
      {review.state === 'public' && (
        <ConfirmButton
          key="take-back"
          name={words.takeBack}
          about={campMessage(review)}
          means={words.takeBackMeans}
          yes={words.takeBackYes}
          no={words.no}
          busy={busy}
          onYes={() => void detail.publish(false)}
        />
      )}
    </>
  );
}
